import { maxReasonLength } from '@cotation/domain'
import { type ReactNode, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Stack } from '#ui/stack.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { refreshStaffData } from './refresh-staff-data.ts'

interface ReasonDialogProps {
  title: string
  confirmLabel: string
  /** Said once it is done. */
  doneText: string
  save: (reason: string) => Promise<unknown>
  onClose: () => void
  /** Who reads the reason, if not the usual ones. */
  hint?: string
  children?: ReactNode
}

/** Asks for a reason before staff change something about a customer. */
export function ReasonDialog({ title, confirmLabel, doneText, save, onClose, hint, children }: ReasonDialogProps) {
  const t = useTranslations('staff.reason')
  const { attempt, failure, busy } = useAttempt()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)

  const confirm = () => {
    const lacksReason = reason.trim() === ''
    setMissing(lacksReason)
    if (lacksReason || reason.trim().length > maxReasonLength) return

    void attempt(async () => {
      await save(reason.trim())
      await refreshStaffData()
      toast.success(doneText)
      onClose()
    })
  }

  return (
    <Confirm
      opened
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel={t('cancel')}
      loading={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack>
        <FormAlert failure={failure} />
        {children}
        <TextArea
          label={t('label')}
          description={hint ?? t('hint')}
          limit={maxReasonLength}
          value={reason}
          error={isMissing ? t('missing') : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      </Stack>
    </Confirm>
  )
}
