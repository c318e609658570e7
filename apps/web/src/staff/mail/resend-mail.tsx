import type { MailView } from '@cotation/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Stack } from '#ui/stack.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { staffAddress } from '../shared/staff-link.tsx'

/** Asks before a mail is sent again: its recipient gets it twice. */
export function ResendMail({ mail, onClose }: { mail: MailView; onClose: () => void }) {
  const t = useTranslations('staff-mail')
  const navigate = useNavigate()
  const { attempt, failure, busy } = useAttempt()
  const isJob = mail.state === 'failed'

  const resend = () =>
    attempt(async () => {
      const params = { mailId: mail.id }
      await staffApi('POST /global/staff/mail/{mailId}/resend', { params }, { quiet: true })
      toast.success(t('resent'))
      onClose()

      // The job that failed is gone; the mail will have another id.
      if (isJob) await navigate(staffAddress({ path: 'mails' }))
      await refreshStaffData()
    })

  return (
    <Confirm
      opened
      title={t('resendTitle')}
      confirmLabel={t('resend')}
      cancelLabel={t('cancel')}
      loading={busy}
      onConfirm={() => void resend()}
      onCancel={onClose}
    >
      <Stack>
        <FormAlert failure={failure} />
        <p>{isJob ? t('resendJobText') : t('resendText', { recipient: mail.recipient ?? '' })}</p>
      </Stack>
    </Confirm>
  )
}
