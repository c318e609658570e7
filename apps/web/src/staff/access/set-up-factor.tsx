import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import type { SessionGrant } from '#lib/gateway/session.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { hasPasskeys } from '#lib/passkeys.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { AppSecret } from './app-secret.tsx'
import { type NewPasskey, PasskeyForm } from './passkey-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface SetUpFactorProps {
  offersPasskey: boolean
  /** The recovery codes are kept: the session may begin. */
  onEnrolled: (grant: SessionGrant) => void
  /** The password was good for ten minutes, which have passed. */
  onExpired: () => void
}

interface Enrolled {
  grant: SessionGrant
  recoveryCodes: readonly string[]
}

/** The end of an enrolment: the first second factor, then the recovery codes, then the session. */
export function SetUpFactor({ offersPasskey, onEnrolled, onExpired }: SetUpFactorProps) {
  const t = useTranslations('staff-access')
  const [usesPasskey, setUsesPasskey] = useState(false)
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null)
  const showsPasskey = offersPasskey && hasPasskeys()

  const orExpire = async (finish: () => Promise<void>) => {
    try {
      await finish()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'LOGIN_EXPIRED') throw error
      toast.warning(t('factor.expired'))
      onExpired()
    }
  }

  const confirmApp = (code: string) =>
    orExpire(async () => {
      const answer = await staffApi('POST /global/staff/enrolment/app/confirm', { body: { code } }, { quiet: true })
      const { recoveryCodes, ...grant } = answer
      setEnrolled({ grant, recoveryCodes })
    })

  const confirmPasskey = (body: NewPasskey) =>
    orExpire(async () => {
      const answer = await staffApi('POST /global/staff/enrolment/passkey', { body }, { quiet: true })
      const { recoveryCodes, ...grant } = answer
      setEnrolled({ grant, recoveryCodes })
    })

  if (enrolled)
    return (
      <FormPage title={t('codes.title')} subtitle={t('enrolment.step', { step: 3 })}>
        <RecoveryCodes codes={enrolled.recoveryCodes} onDone={() => onEnrolled(enrolled.grant)} />
      </FormPage>
    )

  return (
    <FormPage title={t('factor.title')} subtitle={t('enrolment.step', { step: 2 })}>
      {usesPasskey ? (
        <PasskeyForm
          begin={() => staffApi('POST /global/staff/enrolment/passkey/begin', {}, { quiet: true })}
          onPasskey={confirmPasskey}
          onCancel={() => setUsesPasskey(false)}
        />
      ) : (
        <Stack>
          <FirstApp onCode={confirmApp} />
          {showsPasskey ? (
            <Button variant="quiet" onClick={() => setUsesPasskey(true)} fullWidth>
              {t('passkey.instead')}
            </Button>
          ) : null}
        </Stack>
      )}
    </FormPage>
  )
}

function FirstApp({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const setUp = useQuery({
    queryKey: [staffQueries, 'enrolment', 'app'],
    queryFn: ({ signal }) => staffApi('POST /global/staff/enrolment/app/begin', {}, { signal, quiet: true }),
    // Each call makes another secret, and the one that was scanned must stay.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (setUp.isLoadingError) return <ErrorState message={setUp.error.message} onRetry={() => void setUp.refetch()} />
  if (setUp.isPending) return <LoadingState />

  return <AppSecret {...setUp.data} onCode={onCode} />
}
