import type { PasskeyView, SecondFactorView } from '@cotation/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { refreshMember } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { hasPasskeys } from '#lib/passkeys.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import classes from './access.module.css'
import { AppSecret } from './app-secret.tsx'
import { ownFactorsQuery } from './own-factors.api.ts'
import { type NewPasskey, PasskeyForm } from './passkey-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** What is open in the dialog. */
type Step =
  | { name: 'app'; secret: string; uri: string }
  | { name: 'passkey' }
  | { name: 'renew' }
  | { name: 'remove'; passkey: PasskeyView }
  | { name: 'codes'; codes: readonly string[] }

/** The member's second factors. There is always at least one. */
export function OwnFactors() {
  const t = useTranslations('staff-access.factors')
  const client = useQueryClient()
  const factors = useQuery(ownFactorsQuery)
  const [step, setStep] = useState<Step | null>(null)
  const { attempt, failure, busy } = useAttempt()
  const close = () => setStep(null)

  const refresh = async () => {
    await Promise.all([client.invalidateQueries(ownFactorsQuery), refreshMember()])
  }

  /** Shows new codes, if the change brought some. */
  const finish = async (codes: readonly string[], message: string) => {
    setStep(codes.length > 0 ? { name: 'codes', codes } : null)
    toast.success(message)
    await refresh()
  }

  const beginApp = () =>
    attempt(async () => {
      const setUp = await staffApi('POST /global/staff/secondFactor/app/begin', {}, { quiet: true })
      setStep({ name: 'app', ...setUp })
    })

  const confirmApp = async (code: string) => {
    const answer = await staffApi('POST /global/staff/secondFactor/app/confirm', { body: { code } }, { quiet: true })
    await finish(answer.recoveryCodes, t('appReplaced'))
  }

  const addPasskey = async (body: NewPasskey) => {
    const answer = await staffApi('POST /global/staff/secondFactor/passkey', { body }, { quiet: true })
    await finish(answer.recoveryCodes, t('passkeyAdded'))
  }

  const renew = () =>
    attempt(async () => {
      close()
      const answer = await staffApi('POST /global/staff/secondFactor/recoveryCodes', {}, { quiet: true })
      await finish(answer.recoveryCodes, t('renewed'))
    })

  const remove = ({ id }: PasskeyView) =>
    attempt(async () => {
      close()
      const key = 'DELETE /global/staff/secondFactor/passkey/{passkeyId}'
      await staffApi(key, { params: { passkeyId: id } }, { quiet: true })
      toast.success(t('passkeyRemoved'))
      await refresh()
    })

  if (factors.isLoadingError) return <ErrorState onRetry={() => void factors.refetch()} />
  if (factors.isPending) return <LoadingState />

  const { offersPasskeys, isOn } = factors.data

  return (
    <Stack gap="sm">
      <Hint>{t('intro')}</Hint>
      <FormAlert failure={failure} />
      <FactorList factors={factors.data} busy={busy} onRemove={(passkey) => setStep({ name: 'remove', passkey })} />
      <Row justify="end">
        <ActionButton variant="secondary" size="sm" loading={busy} onClick={() => void beginApp()}>
          {factors.data.appSince === null ? t('setUpApp') : t('replaceApp')}
        </ActionButton>
        {offersPasskeys && hasPasskeys() ? (
          <ActionButton variant="secondary" size="sm" onClick={() => setStep({ name: 'passkey' })}>
            {t('addPasskey')}
          </ActionButton>
        ) : null}
        {isOn ? (
          <ActionButton variant="secondary" size="sm" onClick={() => setStep({ name: 'renew' })}>
            {t('renew')}
          </ActionButton>
        ) : null}
      </Row>

      {step?.name === 'app' ? (
        <Dialog opened onClose={close} title={t('appTitle')} keepsOpenOutside>
          <AppSecret secret={step.secret} uri={step.uri} onCode={confirmApp} />
        </Dialog>
      ) : null}
      {step?.name === 'passkey' ? (
        <Dialog opened onClose={close} title={t('addPasskey')} keepsOpenOutside>
          <PasskeyForm
            begin={() => staffApi('POST /global/staff/secondFactor/passkey/begin', {}, { quiet: true })}
            onPasskey={addPasskey}
            onCancel={close}
          />
        </Dialog>
      ) : null}
      {step?.name === 'codes' ? (
        <Dialog opened title={t('codesTitle')}>
          <RecoveryCodes codes={step.codes} onDone={close} />
        </Dialog>
      ) : null}
      <Confirm
        opened={step?.name === 'renew'}
        title={t('renew')}
        confirmLabel={t('renewConfirm')}
        onConfirm={() => void renew()}
        onCancel={close}
      >
        {t('renewText')}
      </Confirm>
      {step?.name === 'remove' ? (
        <Confirm
          opened
          danger
          title={t('removeTitle', { name: step.passkey.name })}
          confirmLabel={t('remove')}
          onConfirm={() => void remove(step.passkey)}
          onCancel={close}
        >
          {t('removeText')}
        </Confirm>
      ) : null}
    </Stack>
  )
}

interface FactorListProps {
  factors: SecondFactorView
  busy: boolean
  onRemove: (passkey: PasskeyView) => void
}

function FactorList({ factors, busy, onRemove }: FactorListProps) {
  const t = useTranslations('staff-access.factors')
  const { date } = useFormats('medium')
  const { appSince, passkeys, recoveryCodesLeft } = factors

  return (
    <ul className={classes.items}>
      {appSince === null ? null : (
        <li className={classes.item}>
          <div>
            <strong>{t('app')}</strong>
            <Hint>{t('since', { date: date(appSince) })}</Hint>
          </div>
        </li>
      )}
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={classes.item}>
          <div>
            <strong>{passkey.name}</strong>
            <Hint>
              {t('passkeyDates', {
                created: date(passkey.createdAt),
                used: passkey.lastUsedAt === null ? 'never' : date(passkey.lastUsedAt),
              })}
            </Hint>
          </div>
          <ActionButton
            variant="quietDanger"
            size="xs"
            disabled={busy}
            onClick={() => onRemove(passkey)}
            aria-label={t('removeNamed', { name: passkey.name })}
          >
            {t('remove')}
          </ActionButton>
        </li>
      ))}
      <li className={classes.item}>
        <div>
          <strong>{t('codes')}</strong>
          <Hint>{t('codesLeft', { count: recoveryCodesLeft })}</Hint>
        </div>
      </li>
    </ul>
  )
}
