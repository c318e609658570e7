import { staffAccessRoutes } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { app } from '#lib/app-port.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import type { SessionGrant } from '#lib/gateway/session.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { forgetStaffData, staffQueries, staffSession } from '#lib/gateway/staff-session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMailKey } from '#lib/use-mail-key.ts'
import { Button } from '#ui/button.tsx'
import { HiddenField } from '#ui/field.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { StaffLinkButton } from '../shared/staff-link.tsx'
import { SetUpFactor } from './set-up-factor.tsx'

/** Opened by the link of the invitation: a password, a second factor, recovery codes. */
export function EnrolmentPage() {
  const { key, forget } = useMailKey('staffEnrolmentKey')
  const [offersPasskey, setOffersPasskey] = useState<boolean | null>(null)

  const onPassword = (offers: boolean) => {
    forget()
    setOffersPasskey(offers)
  }

  const finish = (grant: SessionGrant) => {
    // A colleague may have been signed in here.
    forgetStaffData()
    staffSession.store(grant)
    void app.navigate('/staff', { replace: true })
  }

  if (offersPasskey !== null)
    return (
      <SetUpFactor
        offersPasskey={offersPasskey}
        onEnrolled={finish}
        onExpired={() => void app.navigate('/staff/login', { replace: true })}
      />
    )
  if (key === undefined) return <UselessLink />

  return <PasswordStep key={key} mailKey={key} onPassword={onPassword} />
}

/** The link was cut, used up, replaced by a later one, or has expired. */
function UselessLink() {
  const t = useTranslations('staff-access.enrolment')
  return (
    <FormPage title={t('uselessTitle')} subtitle={t('uselessText')}>
      <StaffLinkButton path="login" variant="secondary" fullWidth>
        {t('toLogin')}
      </StaffLinkButton>
    </FormPage>
  )
}

interface PasswordStepProps {
  mailKey: string
  onPassword: (offersPasskey: boolean) => void
}

function PasswordStep({ mailKey, onPassword }: PasswordStepProps) {
  const t = useTranslations('staff-access.enrolment')
  const invited = useQuery({
    queryKey: [staffQueries, 'enrolment', mailKey],
    queryFn: ({ signal }) =>
      staffApi('POST /global/staff/enrolment/view', { body: { key: mailKey } }, { signal, quiet: true }),
    gcTime: 0,
  })

  if (invited.isPending) return <LoadingState />
  if (invited.isError && isUseless(invited.error)) return <UselessLink />
  if (invited.isError) return <ErrorState isPage onRetry={() => void invited.refetch()} />

  const { name, email } = invited.data
  return (
    <FormPage title={t('welcome', { name })} subtitle={t('step', { step: 1 })}>
      <PasswordForm mailKey={mailKey} email={email} onPassword={onPassword} />
    </FormPage>
  )
}

/** A key that was cut fails the check of its form. */
const isUseless = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500

interface PasswordFormProps extends PasswordStepProps {
  email: string
}

function PasswordForm({ mailKey, email, onPassword }: PasswordFormProps) {
  const t = useTranslations('staff-access.enrolment')
  const form = useZodForm(staffAccessRoutes.choosePassword.body, { key: mailKey, password: '' })
  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    const { offersPasskey } = await staffApi('POST /global/staff/enrolment/password', { body }, { quiet: true })
    onPassword(offersPasskey)
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('passwordTitle')}>
      <Stack>
        <Hint>{t('intro', { email })}</Hint>
        <FormAlert failure={failure} />
        {/* Lets a password manager store the address beside the password. */}
        <HiddenField autoComplete="username" value={email} />
        <PasswordField
          {...form.getInputProps('password')}
          label={t('password')}
          description={t('passwordHint')}
          autoComplete="new-password"
          autoFocus
          required
        />
        <Button type="submit" loading={sending} fullWidth>
          {t('continue')}
        </Button>
      </Stack>
    </form>
  )
}
