import { loginBody } from '@cotation/contracts'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useZodForm } from '#lib/forms/form.ts'
import { useSubmission } from '#lib/forms/submission.ts'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { enter } from '../enter.ts'
import { ResendActivation } from './resend-activation.tsx'

interface LoginFormProps {
  onSignedIn: () => void | Promise<void>
}

export function LoginForm({ onSignedIn }: LoginFormProps) {
  const t = useTranslations('auth')
  const [resending, setResending] = useState(false)
  const form = useZodForm(loginBody, { email: '', password: '' })
  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    await enter(await api('POST /global/account/login', { body }, { quiet: true }))
    toast.success(t('login.success'))
    await onSignedIn()
  })

  if (resending) return <ResendActivation email={form.getValues().email} onCancel={() => setResending(false)} />
  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('login.title')}>
      <Stack gap="md">
        <FormAlert failure={failure}>
          {failure?.code === 'NOT_ACTIVATED' && (
            <Button variant="light" size="xs" onClick={() => setResending(true)}>
              {t('login.resend')}
            </Button>
          )}
        </FormAlert>
        <TextInput
          {...form.getInputProps('email')}
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          data-autofocus
          required
          withAsterisk={false}
        />
        <PasswordField
          {...form.getInputProps('password')}
          label={t('fields.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <Group justify="flex-end">
          <TextLink to="/reset-password" size="sm">
            {t('login.forgot')}
          </TextLink>
        </Group>
        <Button type="submit" loading={sending} fullWidth>
          {t('login.submit')}
        </Button>
      </Stack>
    </form>
  )
}
