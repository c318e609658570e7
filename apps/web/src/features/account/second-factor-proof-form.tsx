import { secondFactorProof } from '@cotation/contracts'
import type { z } from 'zod'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormButtons } from '#ui/forms/form-buttons.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { CurrentPasswordField, SecondFactorCodeField } from './proof-fields.tsx'

interface SecondFactorProofFormProps {
  hasPassword: boolean
  text: string
  submit: string
  onCancel: () => void
  onProof: (proof: z.output<typeof secondFactorProof>) => Promise<void>
}

/** Asks for the password, or for a code if the account has none, before a change of the second factor. */
export function SecondFactorProofForm({ hasPassword, text, submit, onCancel, onProof }: SecondFactorProofFormProps) {
  const form = useZodForm(secondFactorProof, hasPassword ? { password: '' } : { code: '' })
  const { onSubmit, failure, sending } = useSubmission(form, onProof, {
    PASSWORD_WRONG: 'password',
    SECOND_FACTOR_WRONG: 'code',
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={submit}>
      <Stack>
        <Text size="sm">{text}</Text>
        <FormAlert failure={failure} />
        {hasPassword ? (
          <CurrentPasswordField {...form.getInputProps('password')} data-autofocus />
        ) : (
          <SecondFactorCodeField {...form.getInputProps('code')} data-autofocus />
        )}
        <FormButtons submit={submit} sending={sending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
