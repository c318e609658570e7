import { changePasswordBody } from '@cotation/contracts'
import { api } from '#lib/gateway/api.ts'
import { session } from '#lib/gateway/session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { NewPasswordFields } from '#ui/forms/new-password-fields.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Stack } from '#ui/stack.tsx'

/**
 * The first password of an account that was activated in another browser than the one it was
 * created in: the person who filled in the sign-up form may not own the mailbox (AUT-5).
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
      <Stack>
        <FormAlert failure={failure} />
        <NewPasswordFields field={form.getInputProps} />
        <Button type="submit" loading={sending} fullWidth>
          {t('chooseSubmit')}
        </Button>
      </Stack>
    </form>
  )
}
