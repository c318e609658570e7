import type { ProjectSummary } from '@cotation/contracts'
import { Badge, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { ButtonLink } from '#ui/text-link.tsx'
import classes from '../list/list.module.css'
import own from './project-item.module.css'
import { RenameField } from './rename-field.tsx'
import { useProjectActions } from './use-project-actions.ts'

const maxPictures = 4

function Pictures({ ids }: { ids: readonly string[] }) {
  // Identical parts share a thumbnail, which is shown once.
  const shown = [...new Set(ids)].slice(0, maxPictures)
  if (shown.length <= 1) return <PartPicture thumbnailId={shown[0] ?? null} />
  return (
    <span className={own.pictures}>
      {shown.map((id) => (
        <PartPicture key={id} thumbnailId={id} small />
      ))}
    </span>
  )
}

function Facts({ project }: { project: ProjectSummary }) {
  const t = useTranslations()
  const format = useFormatter()
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'medium' })
  const isExpired = Date.parse(project.validUntil) <= Date.now()

  return (
    <p className={classes.facts}>
      <span>{t(`project.service.${project.service}`)}</span>
      <span>
        {t('project.projects.lines', { lines: project.lines })}
        {project.lines > 0 ? `, ${t('project.projects.ready', { ready: project.readyLines })}` : null}
      </span>
      <span>{t('project.projects.updated', { date: day(project.updatedAt) })}</span>
      <span className={isExpired ? classes.late : undefined}>
        {t(isExpired ? 'project.projects.over' : 'project.projects.valid', { date: day(project.validUntil) })}
      </span>
      {project.shared ? (
        <Badge component="span" variant="outline">
          {t('project.projects.shared')}
        </Badge>
      ) : null}
    </p>
  )
}

export function ProjectItem({ project }: { project: ProjectSummary }) {
  const t = useTranslations('project.projects')
  const format = useFormatter()
  const { duplicate, remove } = useProjectActions()
  const [renaming, setRenaming] = useState(false)
  const [busy, setBusy] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const { name } = project
  const params = { projectId: project.id }

  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    // The gateway has already reported the failure.
    await action().catch(() => {})
    setBusy(false)
  }

  const endRenaming = () => {
    setRenaming(false)
    requestAnimationFrame(() => renameButton.current?.focus())
  }

  return (
    <li className={classes.item}>
      <Pictures ids={project.thumbnailIds} />
      <div>
        {renaming ? (
          <RenameField project={project} onDone={endRenaming} />
        ) : (
          <h2 className={classes.name}>
            <Link to="/quote/$projectId" params={params} search={{}}>
              {name}
            </Link>
          </h2>
        )}
        <Facts project={project} />
      </div>
      <p className={classes.figures}>
        <span className={classes.label}>{t('total')}</span>
        <br />
        <span className={classes.total}>
          {format.number(project.totalMinor / 100, { style: 'currency', currency: 'USD' })}
        </span>
      </p>
      <div className={classes.actions}>
        <ButtonLink to="/quote/$projectId" params={params} search={{}} size="xs" aria-label={t('openOf', { name })}>
          {t('open')}
        </ButtonLink>
        <ButtonLink
          to="/user/project/fileList/$id"
          params={{ id: project.id }}
          search={{}}
          size="xs"
          variant="default"
          aria-label={t('filesOf', { name })}
        >
          {t('files')}
        </ButtonLink>
        <Button
          ref={renameButton}
          size="xs"
          variant="default"
          disabled={renaming}
          aria-label={t('renameOf', { name })}
          onClick={() => setRenaming(true)}
        >
          {t('rename')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={t('duplicateOf', { name })}
          onClick={() => void run(() => duplicate(project))}
        >
          {t('duplicate')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          disabled={busy}
          aria-label={t('deleteOf', { name })}
          onClick={() => void run(() => remove(project))}
        >
          {t('delete')}
        </Button>
      </div>
    </li>
  )
}
