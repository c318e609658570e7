import { changePasswordBody } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { session } from '#lib/gateway/session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { HiddenField } from '#ui/field.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { NewPasswordFields } from '#ui/forms/new-password-fields.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Text } from '#ui/text.tsx'
import classes from './account.module.css'
import { NoPasswordAdvice } from './no-password-advice.tsx'
import { profileQuery, useProfileUpdate } from './profile.api.ts'

export function PasswordPage() {
  const t = useTranslations('account.password')
  const profile = useQuery(profileQuery)
  if (profile.isPending) return <LoadingState />
  if (profile.isError) return <ErrorState isPage onRetry={() => profile.refetch()} />

  const { hasPassword, email } = profile.data

  return (
    <section className={classes.page} aria-labelledby="password-title">
      <Heading level={1} id="password-title">
        {t('title')}
      </Heading>
      <Text tone="soft" className={classes.intro}>
        {hasPassword ? t('changeIntro') : t('setIntro')}
      </Text>
      <PasswordForm key={String(hasPassword)} hasPassword={hasPassword} email={email} />
    </section>
  )
}

function PasswordForm({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const t = useTranslations('account.password')
  const fields = useTranslations('auth.fields')
  const updateProfile = useProfileUpdate()
  const form = useZodForm(changePasswordBody, {
    ...(hasPassword ? { oldPassword: '' } : {}),
    password: '',
    confirmPassword: '',
  })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      session.store(await api('PATCH /global/account/password', { body }, { quiet: true }))
      toast.success(hasPassword ? t('changed') : t('set'))
      form.reset()
      await updateProfile((before) => ({ ...before, hasPassword: true }))
    },
    { PASSWORD_WRONG: 'oldPassword' },
  )
  if (failure?.code === 'PASSWORD_REQUIRED' && !hasPassword) return <NoPasswordAdvice />

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')} className={classes.narrow}>
      <Stack>
        <FormAlert failure={failure} />
        {/* Password managers file the new password under this name. */}
        <HiddenField name="username" value={email} autoComplete="username" />
        {hasPassword && (
          <PasswordField
            {...form.getInputProps('oldPassword')}
            label={fields('oldPassword')}
            autoComplete="current-password"
          />
        )}
        <NewPasswordFields field={form.getInputProps} />
        <Button type="submit" loading={sending} className={classes.submit}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  )
}
