import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '#ui/section.tsx'
import { Text } from '#ui/text.tsx'
import classes from './user.module.css'

const query = { page: 1, pageSize: 3 }

interface LatestItem {
  id: string
  thumbnailId: string | null | undefined
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
        <Text size="sm" tone="soft">
          {empty}
        </Text>
      ) : (
        <ul className={classes.latest}>
          {items.map(({ id, thumbnailId, name, facts }) => (
            <li key={id}>
              <PartPicture thumbnailId={thumbnailId ?? null} small />
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

function LatestOrders() {
  const t = useTranslations('order')
  const { money } = useFormats()
  const { data } = useQuery({
    queryKey: ['orders', 'latest'],
    queryFn: ({ signal }) => api('GET /global/order', { query }, { signal, quiet: true }),
    staleTime: 0,
  })
  if (!data) return null

  const items = data.orders.map(({ id, number, status, totalMinor, thumbnailIds }) => ({
    id,
    thumbnailId: thumbnailIds[0],
    name: (
      <Link to="/user/order/detail/$orderId" params={{ orderId: id }} search={{}}>
        {number}
      </Link>
    ),
    facts: [t(`status.${status}`), money(totalMinor)],
  }))
  const all = (
    <Link to="/user/order/history" search={{}}>
      {t('home.all')}
    </Link>
  )

  return <Latest title={t('home.latest')} all={all} empty={t('home.none')} items={items} />
}

function LatestProjects() {
  const t = useTranslations('project')
  const { money } = useFormats()
  const { data } = useQuery({
    queryKey: ['projects', 'latest'],
    queryFn: ({ signal }) => api('GET /global/project', { query }, { signal, quiet: true }),
    staleTime: 0,
  })
  if (!data) return null

  const items = data.projects.map(({ id, name, lines, totalMinor, thumbnailIds }) => ({
    id,
    thumbnailId: thumbnailIds[0],
    name: (
      <Link to="/quote/$projectId" params={{ projectId: id }} search={{}}>
        {name}
      </Link>
    ),
    facts: [t('projects.lines', { lines }), money(totalMinor)],
  }))
  const all = (
    <Link to="/user/project" search={{}}>
      {t('home.allProjects')}
    </Link>
  )

  return <Latest title={t('home.projects')} all={all} empty={t('home.noProjects')} items={items} />
}

function LatestFiles() {
  const t = useTranslations('project')
  const { date } = useFormats('medium')
  const { data } = useQuery({
    queryKey: ['uploads', 'latest'],
    queryFn: ({ signal }) => api('GET /global/upload/history', { query }, { signal, quiet: true }),
    staleTime: 0,
  })
  if (!data) return null

  const items = data.uploads.map(({ upload: { id, name, state, createdAt }, thumbnailId }) => ({
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

/** The latest orders, projects and files (spec 2). A card is absent until its answer is there. */
export function LatestWork() {
  return (
    <div className={classes.cards}>
      <LatestOrders />
      <LatestProjects />
      <LatestFiles />
    </div>
  )
}
