import type { HomeView, ProjectSummary } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '#ui/section.tsx'
import { Hint, Text } from '#ui/text.tsx'
import classes from './home.module.css'

interface LatestItem {
  id: string
  thumbnailId: string | null
  name: ReactNode
  facts: readonly string[]
}

interface LatestProps {
  title: string
  all: ReactNode
  empty: string
  items: readonly LatestItem[]
}

function Latest({ title, all, empty, items }: LatestProps) {
  return (
    <Section title={title} aside={<Text size="sm">{all}</Text>}>
      {items.length === 0 ? (
        <Hint>{empty}</Hint>
      ) : (
        <ul className={classes.items}>
          {items.map(({ id, thumbnailId, name, facts }) => (
            <li key={id}>
              <PartPicture thumbnailId={thumbnailId} small />
              <div>
                {name}
                <Text size="sm" tone="soft">
                  {facts.join(', ')}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

export function LatestProjects({ projects }: Pick<HomeView, 'projects'>) {
  const t = useTranslations('project')
  const { money } = useFormats()

  const factsOf = ({ lines, orderedLines, totalMinor }: ProjectSummary) => {
    const facts = [t('projects.lines', { lines })]
    if (orderedLines > 0) facts.push(t('projects.ordered', { ordered: orderedLines }))

    // Ordered parts have no price to pay any more: a total of nothing would look like a fault.
    const isOrdered = lines > 0 && orderedLines === lines
    if (!isOrdered) facts.push(money(totalMinor))
    return facts
  }

  const items = projects.map((project) => ({
    id: project.id,
    thumbnailId: project.thumbnailIds[0] ?? null,
    name: (
      <Link to="/quote/$projectId" params={{ projectId: project.id }} search={{}}>
        {project.name}
      </Link>
    ),
    facts: factsOf(project),
  }))
  const all = (
    <Link to="/user/project" search={{}}>
      {t('home.allProjects')}
    </Link>
  )

  return <Latest title={t('home.projects')} all={all} empty={t('home.noProjects')} items={items} />
}

export function LatestFiles({ files }: Pick<HomeView, 'files'>) {
  const t = useTranslations('project')
  const { date } = useFormats('medium')

  const items = files.map(({ id, name, state, createdAt, thumbnailId }) => ({
    id,
    thumbnailId,
    name: <span>{name}</span>,
    facts: [t(`files.state.${state}`), date(createdAt)],
  }))
  const all = (
    <Link to="/user/order/upload-history" search={{}}>
      {t('home.allFiles')}
    </Link>
  )

  return <Latest title={t('home.files')} all={all} empty={t('home.noFiles')} items={items} />
}
