import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

interface DuplicateDialogProps {
  opened: boolean
  workspace: Workspace
  onClose: () => void
}

/** Asks for a name, makes the copy and opens it. */
export function DuplicateDialog({ opened, workspace, onClose }: DuplicateDialogProps) {
  const t = useTranslations('lines.duplicate')
  const ui = useTranslations('app.ui')

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title')}
      centered
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      {opened ? <DuplicateForm workspace={workspace} onClose={onClose} /> : null}
    </Modal>
  )
}

function DuplicateForm({ workspace: { project, actions }, onClose }: Omit<DuplicateDialogProps, 'opened'>) {
  const t = useTranslations('lines.duplicate')
  const ui = useTranslations('app.ui')
  const validation = useTranslations('validation')
  const navigate = useNavigate()
  const [name, setName] = useState(() => t('suggestion', { name: project.name.slice(0, 100) }))
  const [isBusy, setBusy] = useState(false)
  const isEmpty = name.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty) return

    setBusy(true)

    try {
      const projectId = await actions.duplicate(name.trim())
      onClose()
      await navigate({ to: '/quote/$projectId', params: { projectId } })
    } catch {
      // The gateway has said why; the name stays.
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text size="sm">{t('text')}</Text>
        <TextInput
          label={t('name')}
          value={name}
          maxLength={120}
          required
          data-autofocus
          error={isEmpty ? validation('PROJECT_NAME_REQUIRED') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isEmpty}>
            {t('do')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
