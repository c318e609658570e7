import type { StaffTaskView } from '@cotation/contracts'
import { maxReasonLength } from '@cotation/domain'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { TaskActions } from './task-actions.ts'

interface TakeOverDialogProps {
  task: StaffTaskView
  /** The colleague whom the dialog names. */
  holder: NonNullable<StaffTaskView['holder']>
  actions: TaskActions
  onClose: () => void
}

/** Asks why a task is taken from a colleague. */
export function TakeOverDialog({ task, holder, actions, onClose }: TakeOverDialogProps) {
  const t = useTranslations('staff-today')
  const [reason, setReason] = useState('')
  const { id: holderId, name } = holder
  const isComplete = reason.trim() !== '' && reason.trim().length <= maxReasonLength

  const takeOver = async () => {
    await actions.takeOver(task, holderId, reason)
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={t('takeOverTitle', { name })} keepsOpenOutside>
      <Stack gap="lg">
        <Text>{t('takeOverText', { name })}</Text>
        <TextArea
          label={t('reason')}
          limit={maxReasonLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          required
          data-autofocus
        />
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="sm" disabled={!isComplete} loading={actions.busy} onClick={() => void takeOver()}>
            {t('takeOver')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
