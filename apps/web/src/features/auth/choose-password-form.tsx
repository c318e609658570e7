import { changePasswordBody } from '@cotation/contracts'
import { Button, Stack } from '@mantine/core'
import { api } from '#lib/gateway/api.ts'
import { session } from '#lib/gateway/session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { NewPasswordFields } from '#ui/account-fields/new-password-fields.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'

/**
 * The first password of an account that was activated in another browser than it was made in: whoever typed the one
 * of the sign-up form may not be the mailbox's owner (AUT-5).
 */
export function ChoosePasswordForm({ onChosen }: { onChosen: () => Promise<void> }) {
  const t = useTranslations('auth.activate')
  const form = useZodForm(changePasswordBody, { password: '', confirmPassword: '' })
  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    session.store(await api('PATCH /global/account/password', { body }, { quiet: true }))
    toast.success(t('chooseSuccess'))
    await onChosen()
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('chooseTitle')}>
      <Stack gap="md">
        <FormAlert failure={failure} />
        <NewPasswordFields field={form.getInputProps} />
        <Button type="submit" loading={sending} fullWidth>
          {t('chooseSubmit')}
        </Button>
      </Stack>
    </form>
  )
}
