import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Dialog } from '#ui/dialog.tsx'
import { AddPasskey } from './add-passkey.tsx'
import type { WithProof } from './password-proof.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorProofForm } from './second-factor-proof-form.tsx'
import { SetUpTotp, type TotpSetUp } from './set-up-totp.tsx'

/** The open dialog, with what it shows. */
export type SecondFactorStep =
  | { name: 'set-up'; setUp: TotpSetUp }
  | { name: 'passkey' }
  | { name: 'codes'; recoveryCodes: readonly string[] }
  | { name: 'renew' }
  | { name: 'turn-off' }

const titleOf = {
  'set-up': 'setUpTitle',
  passkey: 'passkeyTitle',
  codes: 'codesTitle',
  renew: 'renewTitle',
  'turn-off': 'turnOffTitle',
} as const satisfies Record<SecondFactorStep['name'], string>

interface SecondFactorDialogProps {
  step: SecondFactorStep | null
  onStep: (step: SecondFactorStep | null) => void
  hasPassword: boolean
  withProof: WithProof
  onChanged: () => Promise<void>
}

/** Adds an app or a passkey, shows recovery codes, and turns the second factor off. */
export function SecondFactorDialog({ step, onStep, hasPassword, withProof, onChanged }: SecondFactorDialogProps) {
  const t = useTranslations('account.secondFactor')
  const close = () => onStep(null)

  /** New codes, if there are any: a second factor beside another one keeps the earlier codes. */
  const showCodes = async (recoveryCodes: readonly string[]) => {
    onStep(recoveryCodes.length > 0 ? { name: 'codes', recoveryCodes } : null)
    await onChanged()
  }

  return (
    <Dialog
      opened={step !== null}
      // Recovery codes are shown once: Escape must not throw them away.
      onClose={step?.name === 'codes' ? undefined : close}
      title={step ? t(titleOf[step.name]) : ''}
      size="md"
      keepsOpenOutside
    >
      {step?.name === 'set-up' && (
        <SetUpTotp
          setUp={step.setUp}
          withProof={withProof}
          onDone={async (recoveryCodes) => {
            toast.success(t('turnedOn'))
            await showCodes(recoveryCodes)
          }}
        />
      )}
      {step?.name === 'passkey' && (
        <AddPasskey
          withProof={withProof}
          onCancel={close}
          onDone={async (recoveryCodes) => {
            toast.success(t('passkeyAdded'))
            await showCodes(recoveryCodes)
          }}
        />
      )}
      {step?.name === 'codes' && <RecoveryCodes codes={step.recoveryCodes} onDone={close} />}
      {step?.name === 'renew' && (
        <SecondFactorProofForm
          hasPassword={hasPassword}
          text={t('renewText')}
          submit={t('renewSubmit')}
          onCancel={close}
          onProof={async (body) => {
            const key = 'POST /global/account/secondFactor/recoveryCodes'
            const { recoveryCodes } = await api(key, { body }, { quiet: true })
            await showCodes(recoveryCodes)
          }}
        />
      )}
      {step?.name === 'turn-off' && (
        <SecondFactorProofForm
          hasPassword={hasPassword}
          text={t('turnOffText')}
          submit={t('turnOff')}
          onCancel={close}
          onProof={async (body) => {
            await api('POST /global/account/secondFactor/turnOff', { body }, { quiet: true })
            close()
            toast.success(t('turnedOff'))
            await onChanged()
          }}
        />
      )}
    </Dialog>
  )
}
