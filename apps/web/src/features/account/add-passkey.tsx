import { passkeyRegistration } from '@cotation/contracts'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { createPasskey } from '#lib/passkeys.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormButtons } from '#ui/forms/form-buttons.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { WithProof } from './password-proof.tsx'

interface AddPasskeyProps {
  withProof: WithProof
  onCancel: () => void
  onDone: (recoveryCodes: readonly string[]) => Promise<void>
}

/** Asks for a name, then lets the browser create the passkey. */
export function AddPasskey({ withProof, onCancel, onDone }: AddPasskeyProps) {
  const t = useTranslations('account.secondFactor')
  const [isAlreadyAdded, setAlreadyAdded] = useState(false)
  const form = useZodForm(passkeyRegistration.pick({ name: true }), { name: '' })
  const { onSubmit, failure, sending } = useSubmission(form, async ({ name }) => {
    const key = 'POST /global/account/secondFactor/passkey/begin'
    const challenge = await withProof(() => api(key, {}, { quiet: true }))
    if (!challenge) return

    const passkey = await createPasskey(challenge)
    setAlreadyAdded(passkey === 'already-added')
    if (passkey === null || passkey === 'already-added') return

    const body = { name, ...passkey }
    const answer = await withProof(() => api('POST /global/account/secondFactor/passkey', { body }, { quiet: true }))
    if (answer) await onDone(answer.recoveryCodes)
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('passkeyTitle')}>
      <Stack>
        <Text size="sm">{t('passkeyText')}</Text>
        <FormAlert failure={failure} />
        {isAlreadyAdded && <Alert role="alert">{t('passkeyKnown')}</Alert>}
        <TextField
          {...form.getInputProps('name')}
          label={t('passkeyName')}
          autoComplete="off"
          maxLength={40}
          required
          data-autofocus
        />
        <FormButtons submit={t('passkeySubmit')} sending={sending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
