import type { ProjectSummary } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Row } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { duplicateProject, removeProject, renameProject, restoreProject } from './project.api.ts'
import classes from './project.module.css'

const maxNameLength = 120
const maxPictures = 4

/** Edits the name in place: Enter saves, Escape cancels. */
function RenameForm({ project, onDone }: { project: ProjectSummary; onDone: () => void }) {
  const t = useTranslations()
  const [name, setName] = useState(project.name)
  const { attempt, busy } = useAttempt()

  const submit = (event: FormEvent) => {
    event.preventDefault()

    const newName = name.trim()
    if (newName === '' || newName === project.name) return onDone()

    // After a failure, which the gateway reports, the typed name stays.
    void attempt(async () => {
      await renameProject(project, newName)
      onDone()
    })
  }

  return (
    <form onSubmit={submit}>
      <Row gap="xs">
        <TextField
          aria-label={t('project.projects.newName', { name: project.name })}
          size="sm"
          value={name}
          maxLength={maxNameLength}
          disabled={busy}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onDone()
          }}
          className={classes.rename}
        />
        <Button type="submit" size="sm" loading={busy}>
          {t('app.ui.save')}
        </Button>
        <Button variant="secondary" size="sm" onClick={onDone} disabled={busy}>
          {t('app.ui.cancel')}
        </Button>
      </Row>
    </form>
  )
}

function Pictures({ ids }: { ids: readonly string[] }) {
  // Identical parts share a thumbnail, which is shown once.
  const shown = [...new Set(ids)].slice(0, maxPictures)
  if (shown.length <= 1) return <PartPicture thumbnailId={shown[0] ?? null} />

  return (
    <span className={classes.pictures}>
      {shown.map((id) => (
        <PartPicture key={id} thumbnailId={id} small />
      ))}
    </span>
  )
}

/** Then nothing is left to pay, and its prices no longer expire. */
const isAllOrdered = ({ lines, orderedLines }: ProjectSummary) => lines > 0 && orderedLines === lines

function ProjectFacts({ project }: { project: ProjectSummary }) {
  const t = useTranslations()
  const { date } = useFormats('medium')
  const { lines, readyLines, orderedLines } = project
  const isOrdered = isAllOrdered(project)
  const isExpired = Date.parse(project.validUntil) <= Date.now()

  const counts = [t('project.projects.lines', { lines })]
  if (lines > 0 && !isOrdered) counts.push(t('project.projects.ready', { ready: readyLines }))
  if (orderedLines > 0) counts.push(t('project.projects.ordered', { ordered: orderedLines }))

  return (
    <p className={classes.facts}>
      <span>{t(`project.service.${project.service}`)}</span>
      <span>{counts.join(', ')}</span>
      <span>{t('project.projects.updated', { date: date(project.updatedAt) })}</span>
      {isOrdered ? null : (
        <Text as="span" tone={isExpired ? 'danger' : 'soft'}>
          {t(isExpired ? 'project.projects.over' : 'project.projects.valid', { date: date(project.validUntil) })}
        </Text>
      )}
      {project.shared ? <Badge tone="accent">{t('project.projects.shared')}</Badge> : null}
    </p>
  )
}

interface ProjectActionsProps {
  project: ProjectSummary
  /** Opens the form for a new name; absent while it is open. */
  onRename: (() => void) | undefined
  renameButton: React.RefObject<HTMLButtonElement | null>
}

/** The gateway reports failed calls. */
function ProjectActions({ project, onRename, renameButton }: ProjectActionsProps) {
  const t = useTranslations('project.projects')
  const { attempt, busy } = useAttempt()
  const { id, name } = project

  const duplicate = async () => {
    const copyName = t('copyName', { name }).slice(0, maxNameLength)
    await duplicateProject(project, copyName)
    toast.success(t('duplicated', { name: copyName }))
  }

  const restore = async () => {
    await restoreProject(project)
    toast.success(t('restored', { name }))
  }

  const remove = async () => {
    await removeProject(project)
    toast.undoable(t('deleted', { name }), { label: t('undo'), run: () => void restore().catch(() => {}) })
  }

  return (
    <div className={classes.actions}>
      <LinkButton
        to="/quote/$projectId"
        params={{ projectId: id }}
        search={{}}
        size="xs"
        aria-label={t('openOf', { name })}
      >
        {t('open')}
      </LinkButton>
      <LinkButton
        to="/user/project/fileList/$id"
        params={{ id }}
        search={{}}
        size="xs"
        variant="secondary"
        aria-label={t('filesOf', { name })}
      >
        {t('files')}
      </LinkButton>
      <Button
        ref={renameButton}
        size="xs"
        variant="secondary"
        disabled={!onRename}
        aria-label={t('renameOf', { name })}
        onClick={onRename}
      >
        {t('rename')}
      </Button>
      <Button
        size="xs"
        variant="secondary"
        disabled={busy}
        aria-label={t('duplicateOf', { name })}
        onClick={() => void attempt(duplicate)}
      >
        {t('duplicate')}
      </Button>
      <Button
        size="xs"
        variant="quietDanger"
        disabled={busy}
        aria-label={t('deleteOf', { name })}
        onClick={() => void attempt(remove)}
      >
        {t('delete')}
      </Button>
    </div>
  )
}

function ProjectTotal({ project: { totalMinor, pendingMinor } }: { project: ProjectSummary }) {
  const t = useTranslations('project.projects')
  const { money } = useFormats()

  return (
    <div className={classes.total}>
      <Text size="xs" tone="soft">
        {t('total')}
      </Text>
      <p>{money(totalMinor)}</p>
      {pendingMinor > 0 ? (
        <Text size="xs" tone="soft">
          {t('pending', { amount: money(pendingMinor) })}
        </Text>
      ) : null}
    </div>
  )
}

export function ProjectItem({ project }: { project: ProjectSummary }) {
  const [renaming, setRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)

  const endRenaming = () => {
    setRenaming(false)
    requestAnimationFrame(() => renameButton.current?.focus())
  }

  return (
    <li className={classes.item}>
      <Pictures ids={project.thumbnailIds} />
      <div>
        {renaming ? (
          <RenameForm project={project} onDone={endRenaming} />
        ) : (
          <h2 className={classes.name}>
            <Link to="/quote/$projectId" params={{ projectId: project.id }} search={{}}>
              {project.name}
            </Link>
          </h2>
        )}
        <ProjectFacts project={project} />
      </div>
      {isAllOrdered(project) ? null : <ProjectTotal project={project} />}
      <ProjectActions
        project={project}
        onRename={renaming ? undefined : () => setRenaming(true)}
        renameButton={renameButton}
      />
    </li>
  )
}
