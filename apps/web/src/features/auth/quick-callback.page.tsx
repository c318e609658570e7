import type { NeededSecondFactor } from '@cotation/contracts'
import { safeRedirectPath } from '@cotation/domain'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { app } from '#lib/app-port.ts'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { loginPath } from '#lib/gateway/failures.ts'
import { session } from '#lib/gateway/session.ts'
import { findReferralCode } from '#lib/referral-code.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Stack } from '#ui/stack.tsx'
import { LoadingState } from '#ui/states.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { enter, leaveFor } from './sign-in.ts'

/** A login that waits for the second factor, and where it leads. */
interface WaitingLogin {
  target: string
  methods: NeededSecondFactor['methods']
}

/** Where the third party redirects to. Its parameters go to the server unchanged, once. */
export function QuickCallbackPage() {
  const t = useTranslations('auth')
  const { channel = '' } = useParams({ strict: false })
  const router = useRouter()
  const [search] = useState(() => router.state.location.searchStr)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [waiting, setWaiting] = useState<WaitingLogin | null>(null)
  const started = useRef(false)

  useEffect(() => {
    // Code and state are valid once (OAU-1): a second run of the effect must not use them up.
    if (started.current) return

    started.current = true
    finishSignIn(channel, search).then(
      async ({ linked, redirect, secondFactor }) => {
        if (secondFactor) return setWaiting({ target: safeRedirectPath(redirect), methods: secondFactor.methods })

        toast.success(linked ? t('quick.callback.linked') : t('login.success'))
        await leaveFor(safeRedirectPath(redirect))
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setFailure(error)
      },
    )
  }, [channel, search, t])

  if (waiting !== null) {
    const { target, methods } = waiting
    const finish = async () => {
      toast.success(t('login.success'))
      await leaveFor(target)
    }
    const restart = () => app.navigate(loginPath(target))

    return (
      <FormPage title={t('secondFactor.title')}>
        <SecondFactorForm methods={methods} onSignedIn={finish} onRestart={() => void restart()} />
      </FormPage>
    )
  }

  if (!failure) return <LoadingState label={t('quick.callback.working')} />
  return (
    <FormPage
      title={t('quick.callback.failedTitle')}
      subtitle={t('quick.callback.failedIntro')}
      footer={<Link to="/">{t('quick.callback.backHome')}</Link>}
    >
      <Stack gap="lg">
        <FormAlert failure={failure} />
        {session.token() ? (
          <LinkButton to="/user/account/profile" fullWidth>
            {t('quick.callback.backToProfile')}
          </LinkButton>
        ) : (
          <LinkButton to="/login" fullWidth>
            {t('quick.callback.backToLogin')}
          </LinkButton>
        )}
      </Stack>
    </FormPage>
  )
}

async function finishSignIn(channel: string, search: string) {
  const referralCode = findReferralCode()
  const body = { channel, search, ...(referralCode && { referralCode }) }
  const answer = await api('POST /global/account/quick/callback', { body }, { quiet: true })
  const { accessToken, expiresIn } = answer
  if (accessToken !== undefined && expiresIn !== undefined) await enter({ accessToken, expiresIn })
  return answer
}
