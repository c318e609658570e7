import type { PasskeyView, SecondFactorView } from '@cotation/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { hasPasskeys } from '#lib/passkeys.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { AccountCard } from './account-card.tsx'
import type { WithProof } from './password-proof.tsx'
import { secondFactorQuery } from './second-factor.api.ts'
import { SecondFactorDialog, type SecondFactorStep } from './second-factor-dialog.tsx'

interface SecondFactorProps {
  hasPassword: boolean
  withProof: WithProof
}

/** The second factor of the login: set up, turn off, new recovery codes. */
export function SecondFactor({ hasPassword, withProof }: SecondFactorProps) {
  const t = useTranslations('account.secondFactor')
  const client = useQueryClient()
  const factor = useQuery(secondFactorQuery)
  const [step, setStep] = useState<SecondFactorStep | null>(null)
  const { attempt, failure, busy } = useAttempt()
  const refresh = () => client.invalidateQueries(secondFactorQuery)

  const begin = () =>
    attempt(async () => {
      const setUp = await withProof(() => api('POST /global/account/secondFactor/begin', {}, { quiet: true }))
      if (setUp) setStep({ name: 'set-up', setUp })
    })

  const removePasskey = (passkeyId: string) => {
    const isLastFactor = factor.data?.appSince === null && factor.data.passkeys.length === 1
    if (isLastFactor) {
      setStep({ name: 'turn-off' })
      return
    }

    return attempt(async () => {
      const key = 'DELETE /global/account/secondFactor/passkey/{passkeyId}'
      const removed = await withProof(() => api(key, { params: { passkeyId } }, { quiet: true }))
      if (!removed) return

      toast.success(t('passkeyRemoved'))
      await refresh()
    })
  }

  return (
    <AccountCard id="second-factor" title={t('title')} intro={t('intro')}>
      <FormAlert failure={failure} />
      {factor.isPending && <LoadingState />}
      {factor.isLoadingError && <ErrorState message={t('failed')} onRetry={() => factor.refetch()} />}
      {factor.data && <SecondFactorState factor={factor.data} />}
      {factor.data?.passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} busy={busy} onRemove={() => removePasskey(passkey.id)} />
      ))}
      <Row>
        {factor.data?.appSince === null && (
          <Button variant={factor.data.isOn ? 'secondary' : 'primary'} size="sm" loading={busy} onClick={begin}>
            {t('setUp')}
          </Button>
        )}
        {factor.data?.offersPasskeys && hasPasskeys() && (
          <Button variant="secondary" size="sm" onClick={() => setStep({ name: 'passkey' })}>
            {t('addPasskey')}
          </Button>
        )}
      </Row>
      {factor.data?.isOn && (
        <Row>
          <Button variant="secondary" size="sm" onClick={() => setStep({ name: 'renew' })}>
            {t('renew')}
          </Button>
          <Button variant="quietDanger" size="sm" onClick={() => setStep({ name: 'turn-off' })}>
            {t('turnOff')}
          </Button>
        </Row>
      )}
      <SecondFactorDialog
        step={step}
        onStep={setStep}
        hasPassword={hasPassword}
        withProof={withProof}
        onChanged={refresh}
      />
    </AccountCard>
  )
}

function SecondFactorState({ factor }: { factor: SecondFactorView }) {
  const t = useTranslations('account.secondFactor')
  const { date } = useFormats('medium')
  const { isOn, appSince, recoveryCodesLeft } = factor

  return (
    <div>
      <Badge dot tone={isOn ? 'good' : 'neutral'}>
        {isOn ? t('on') : t('off')}
      </Badge>
      {appSince !== null && (
        <Text size="sm" tone="soft">
          {t('app')} · {t('since', { date: date(appSince) })}
        </Text>
      )}
      {isOn && (
        <Text size="sm" tone="soft">
          {t('codesLeft', { count: recoveryCodesLeft })}
        </Text>
      )}
    </div>
  )
}

interface PasskeyRowProps {
  passkey: PasskeyView
  busy: boolean
  onRemove: () => void
}

function PasskeyRow({ passkey, busy, onRemove }: PasskeyRowProps) {
  const t = useTranslations('account.secondFactor')
  const { date } = useFormats('medium')
  const { name, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt === null ? 'never' : date(lastUsedAt)

  return (
    <Row justify="between">
      <div>
        <strong>{name}</strong>
        <Text size="sm" tone="soft">
          {t('passkeyDates', { created: date(createdAt), used })}
        </Text>
      </div>
      <Button variant="secondary" size="sm" disabled={busy} onClick={onRemove} aria-label={t('removeNamed', { name })}>
        {t('remove')}
      </Button>
    </Row>
  )
}
