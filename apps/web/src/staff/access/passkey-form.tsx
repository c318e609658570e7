import { passkeyRegistration } from '@cotation/contracts'
import { useState } from 'react'
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

type Challenge = Parameters<typeof createPasskey>[0]
export type NewPasskey = Exclude<Awaited<ReturnType<typeof createPasskey>>, null | 'already-added'> & { name: string }

interface PasskeyFormProps {
  begin: () => Promise<Challenge>
  onPasskey: (passkey: NewPasskey) => Promise<void>
  onCancel: () => void
}

/** Asks for a name, then lets the browser create the passkey. */
export function PasskeyForm({ begin, onPasskey, onCancel }: PasskeyFormProps) {
  const t = useTranslations('staff-access.passkey')
  const [isAlreadyAdded, setAlreadyAdded] = useState(false)
  const form = useZodForm(passkeyRegistration.pick({ name: true }), { name: '' })
  const { onSubmit, failure, sending } = useSubmission(form, async ({ name }) => {
    const passkey = await createPasskey(await begin())
    setAlreadyAdded(passkey === 'already-added')
    if (passkey === null || passkey === 'already-added') return

    await onPasskey({ name, ...passkey })
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack>
        <Text size="sm">{t('intro')}</Text>
        <FormAlert failure={failure} />
        {isAlreadyAdded ? <Alert role="alert">{t('known')}</Alert> : null}
        <TextField
          {...form.getInputProps('name')}
          label={t('name')}
          autoComplete="off"
          maxLength={40}
          required
          data-autofocus
        />
        <FormButtons submit={t('submit')} sending={sending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
