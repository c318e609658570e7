import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'

interface DuplicateDialogProps {
  opened: boolean
  workspace: Workspace
  onClose: () => void
}

/** Asks for a name, duplicates the project and opens the copy. */
export function DuplicateDialog({ opened, workspace, onClose }: DuplicateDialogProps) {
  const t = useTranslations('line.duplicate')

  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')}>
      {opened ? <DuplicateForm workspace={workspace} onClose={onClose} /> : null}
    </Dialog>
  )
}

function DuplicateForm({ workspace: { project, actions }, onClose }: Omit<DuplicateDialogProps, 'opened'>) {
  const t = useTranslations('line.duplicate')
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
      // The gateway has shown the error; the name stays.
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text size="sm">{t('text')}</Text>
        <TextField
          label={t('name')}
          value={name}
          maxLength={120}
          required
          data-autofocus
          error={isEmpty ? validation('PROJECT_NAME_REQUIRED') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" size="sm" loading={isBusy} disabled={isEmpty}>
            {t('do')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
