import type { Api } from '@cotation/contracts'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { removeFile } from '#features/project/api/project.api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { ProjectLinks } from './project-links.tsx'

export type HistoryEntry = Api['GET /global/upload/history']['output']['uploads'][number]

interface RemoveFileProps {
  entry: HistoryEntry
  onClose: () => void
}

/** Lists the projects that use the file, which prevents its removal. */
function InUse({ entry: { projects }, onClose }: RemoveFileProps) {
  const t = useTranslations()
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('project.history.inUseTitle')}
      closeButtonProps={{ 'aria-label': t('app.ui.close') }}
    >
      <Text component="div" mb="lg">
        {projects.length > 0 ? (
          <>
            <p>{t('project.history.inUse', { count: projects.length })}</p>
            <ProjectLinks projects={projects} />
          </>
        ) : (
          t('project.history.inUseRemoved')
        )}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('project.history.understood')}</Button>
      </Group>
    </Modal>
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
