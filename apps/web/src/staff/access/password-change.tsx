import { staffAccessRoutes } from '@cotation/contracts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { usePressAction } from '../shared/page-actions.ts'

export function PasswordChange() {
  const t = useTranslations('staff-access.password')
  const field = usePressAction<HTMLInputElement>(t('title'))
  const form = useZodForm(staffAccessRoutes.changePassword.body, { oldPassword: '', password: '' })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      await staffApi('POST /global/staff/password', { body }, { quiet: true })
      form.reset()
      toast.success(t('changed'))
    },
    { PASSWORD_WRONG: 'oldPassword' },
  )

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack gap="sm">
        <Hint>{t('intro')}</Hint>
        <FormAlert failure={failure} />
        <PasswordField
          {...form.getInputProps('oldPassword')}
          ref={field}
          label={t('old')}
          autoComplete="current-password"
          size="sm"
          required
        />
        <PasswordField
          {...form.getInputProps('password')}
          label={t('new')}
          description={t('hint')}
          autoComplete="new-password"
          size="sm"
          required
        />
        <Row justify="end">
          <Button type="submit" size="sm" variant="secondary" loading={sending}>
            {t('change')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
