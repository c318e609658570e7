import { resetPasswordBody } from '@cotation/contracts'
import { Button, Stack, TextInput } from '@mantine/core'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { NewPasswordFields } from '#ui/account-fields/new-password-fields.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'

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
      <Stack gap="md">
        <FormAlert failure={failure} title={failure?.code === 'KEY_INVALID' ? t('reset.invalidTitle') : undefined} />
        {askForKey && (
          <TextInput
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
