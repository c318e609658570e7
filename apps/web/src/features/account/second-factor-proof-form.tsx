import { secondFactorProof } from '@cotation/contracts'
import type { z } from 'zod'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'

interface SecondFactorProofFormProps {
  hasPassword: boolean
  text: string
  submit: string
  onCancel: () => void
  onProof: (proof: z.output<typeof secondFactorProof>) => Promise<void>
}

/** Asks for the password, or for a code if the account has none, before a change of the second factor. */
export function SecondFactorProofForm({ hasPassword, text, submit, onCancel, onProof }: SecondFactorProofFormProps) {
  const t = useTranslations('account.secondFactor')
  const fields = useTranslations('auth.fields')
  const ui = useTranslations('app.ui')
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
          <PasswordField
            {...form.getInputProps('password')}
            label={fields('password')}
            autoComplete="current-password"
            required
            data-autofocus
          />
        ) : (
          <TextField
            {...form.getInputProps('code')}
            label={t('proofCode')}
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={40}
            required
            data-autofocus
          />
        )}
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onCancel}>
            {ui('cancel')}
          </Button>
          <Button type="submit" size="sm" loading={sending}>
            {submit}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
