import type { Api } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { removeFile } from './project.api.ts'
import classes from './project.module.css'

export type HistoryEntry = Api['GET /global/upload/history']['output']['uploads'][number]

/** Links to the projects that use a file. */
export function ProjectLinks({ projects }: Pick<HistoryEntry, 'projects'>) {
  return (
    <ul className={classes.links}>
      {projects.map(({ id, name }) => (
        <li key={id}>
          <Link to="/quote/$projectId" params={{ projectId: id }} search={{}}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface RemoveFileProps {
  entry: HistoryEntry
  onClose: () => void
}

/** Lists the projects that use the file, which prevents its removal. */
function InUse({ entry: { projects }, onClose }: RemoveFileProps) {
  const t = useTranslations('project.history')
  return (
    <Dialog opened onClose={onClose} title={t('inUseTitle')}>
      <Stack gap="lg">
        <div>
          <p>{projects.length > 0 ? t('inUse', { count: projects.length }) : t('inUseRemoved')}</p>
          <ProjectLinks projects={projects} />
        </div>
        <Row justify="end">
          <Button size="sm" onClick={onClose}>
            {t('understood')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}

/** Confirms the removal of a file, or lists the projects that still use it. */
export function RemoveFile({ entry, onClose }: RemoveFileProps) {
  const t = useTranslations('project.history')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [inUse, setInUse] = useState(entry.projects.length > 0)
  const { upload } = entry

  const confirm = async () => {
    setBusy(true)

    try {
      await removeFile(upload)
      toast.success(t('removed', { name: upload.name }))
      onClose()
    } catch (failure) {
      setBusy(false)
      if (failure instanceof ApiError && failure.code === 'UPLOAD_IN_USE') return setInUse(true)
      if (failure instanceof ApiError) toast.error(failureText(failure))
      onClose()
    }
  }

  if (inUse) return <InUse entry={entry} onClose={onClose} />

  return (
    <Confirm
      opened
      danger
      title={t('removeTitle')}
      confirmLabel={t('remove')}
      loading={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {t('removeText', { name: upload.name })}
    </Confirm>
  )
}
