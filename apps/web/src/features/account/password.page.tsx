import { changePasswordBody } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { session } from '#lib/gateway/session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { HiddenField } from '#ui/field.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { NewPasswordFields } from '#ui/forms/new-password-fields.tsx'
import { RequiredNote } from '#ui/forms/required-note.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { VerificationCodeField } from '#ui/forms/verification-code-field.tsx'
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
  if (profile.isLoadingError) return <ErrorState isPage onRetry={() => profile.refetch()} />

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
  const [changes, setChanges] = useState(0)

  const form = useZodForm(changePasswordBody, {
    ...(hasPassword ? { oldPassword: '' } : {}),
    password: '',
    confirmPassword: '',
    code: '',
  })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      session.store(await api('PATCH /global/account/password', { body }, { quiet: true }))
      toast.success(hasPassword ? t('changed') : t('set'))
      form.reset()
      setChanges((count) => count + 1)
      await updateProfile((before) => ({ ...before, hasPassword: true }))
    },
    { PASSWORD_WRONG: 'oldPassword', VERIFICATION_CODE_WRONG: 'code' },
  )

  if (failure?.code === 'PASSWORD_REQUIRED' && !hasPassword) return <NoPasswordAdvice />

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')} className={classes.narrow}>
      <Stack>
        <FormAlert failure={failure} />
        <RequiredNote />
        {/* Password managers file the new password under this name. */}
        <HiddenField name="username" value={email} autoComplete="username" />
        {hasPassword && (
          <PasswordField
            {...form.getInputProps('oldPassword')}
            label={fields('oldPassword')}
            autoComplete="current-password"
            required
          />
        )}
        <NewPasswordFields field={form.getInputProps} />
        {/* A code works once: after a change the field starts again, without "code sent". */}
        <VerificationCodeField key={changes} field={form.getInputProps('code')} />
        <Button type="submit" loading={sending} className={classes.submit}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  )
}
