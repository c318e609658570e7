import { type StaffLoginAnswer, staffAccessRoutes } from '@cotation/contracts'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffSession } from '#lib/gateway/staff-session.ts'
import { signWithPasskey } from '#lib/passkeys.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { Stack } from '#ui/stack.tsx'
import { LoadingState } from '#ui/states.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FactorForm } from './factor-form.tsx'

/** Few sign-ins need it: it draws a QR code. */
const SetUpFactor = lazy(async () => ({ default: (await import('./set-up-factor.tsx')).SetUpFactor }))

type Needed = Exclude<StaffLoginAnswer, { next: 'signed-in' }>

/** The sign-in of staff: password first, then the second factor. The app then leads on. */
export function LoginPage() {
  const t = useTranslations('staff-access')
  const [needed, setNeeded] = useState<Needed | null>(null)
  const restart = () => setNeeded(null)

  const onAnswer = (answer: StaffLoginAnswer) => {
    if (answer.next === 'signed-in') staffSession.store(answer)
    else setNeeded(answer)
  }

  if (needed?.next === 'second-factor')
    return (
      <FormPage title={t('factor.title')}>
        <SecondStep needed={needed} onRestart={restart} />
      </FormPage>
    )

  if (needed?.next === 'set-up-factor')
    return (
      <Suspense fallback={<LoadingState />}>
        <SetUpFactor
          offersPasskey={needed.offersPasskey}
          onEnrolled={(grant) => staffSession.store(grant)}
          onExpired={restart}
        />
      </Suspense>
    )

  return (
    <FormPage title={t('login.title')} subtitle={t('login.intro')} footer={t('login.lost')}>
      <PasswordForm onAnswer={onAnswer} />
    </FormPage>
  )
}

function PasswordForm({ onAnswer }: { onAnswer: (answer: StaffLoginAnswer) => void }) {
  const t = useTranslations('staff-access.login')
  const form = useZodForm(staffAccessRoutes.login.body, { email: '', password: '' })
  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    onAnswer(await staffApi('POST /global/staff/login', { body }, { quiet: true }))
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack>
        <FormAlert failure={failure} />
        <TextField
          {...form.getInputProps('email')}
          label={t('email')}
          type="email"
          autoComplete="username"
          autoFocus
          required
        />
        <PasswordField
          {...form.getInputProps('password')}
          label={t('password')}
          autoComplete="current-password"
          required
        />
        <Button type="submit" loading={sending} fullWidth>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  )
}

interface SecondStepProps {
  needed: Extract<Needed, { next: 'second-factor' }>
  onRestart: () => void
}

function SecondStep({ needed, onRestart }: SecondStepProps) {
  const t = useTranslations('staff-access.factor')

  /** The password is good for a few minutes only. */
  const orRestart = async (finish: () => Promise<void>) => {
    try {
      await finish()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'LOGIN_EXPIRED') throw error
      toast.warning(t('expired'))
      onRestart()
    }
  }

  const finishByCode = (code: string) =>
    orRestart(async () => {
      staffSession.store(await staffApi('POST /global/staff/login/secondFactor', { body: { code } }, { quiet: true }))
    })

  const finishByPasskey = () =>
    orRestart(async () => {
      const challenge = await staffApi('POST /global/staff/login/passkey/begin', {}, { quiet: true })
      const body = await signWithPasskey(challenge)
      if (body === null) return

      staffSession.store(await staffApi('POST /global/staff/login/passkey', { body }, { quiet: true }))
    })

  return (
    <FactorForm
      hasApp={needed.methods.includes('app')}
      offersPasskey={needed.methods.includes('passkey') && needed.offersPasskey}
      onCode={finishByCode}
      onPasskey={finishByPasskey}
      exit={{ label: t('back'), onClick: onRestart }}
    />
  )
}
