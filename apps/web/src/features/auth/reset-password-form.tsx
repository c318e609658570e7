import { resetPasswordBody } from '@cotation/contracts'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { NewPasswordFields } from '#ui/forms/new-password-fields.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Stack } from '#ui/stack.tsx'
import { TextField } from '#ui/text-field.tsx'

interface ResetPasswordFormProps {
  /** From the mail's link; empty when it was opened without it, and the code is pasted by hand. */
  mailKey: string
  onReset: () => Promise<void>
}

export function ResetPasswordForm({ mailKey, onReset }: ResetPasswordFormProps) {
  const t = useTranslations('auth')
  const form = useZodForm(resetPasswordBody, { key: mailKey, password: '', confirmPassword: '' })
  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    await api('PATCH /global/account/password/reset', { body }, { quiet: true })
    await onReset()
  })
  const askForKey = mailKey === '' || failure?.code === 'KEY_INVALID'

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('reset.title')}>
      <Stack>
        <FormAlert failure={failure} title={failure?.code === 'KEY_INVALID' ? t('reset.invalidTitle') : undefined} />
        {askForKey && (
          <TextField
            {...form.getInputProps('key')}
            label={t('fields.verificationCode')}
            description={t('reset.codeHint')}
            autoComplete="one-time-code"
          />
        )}
        <NewPasswordFields field={form.getInputProps} />
        <Button type="submit" loading={sending} fullWidth>
          {t('reset.submit')}
        </Button>
      </Stack>
    </form>
  )
}
