import { loginBody, type NeededSecondFactor } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ResendActivation } from './resend-activation.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { enter, useReturnPath } from './sign-in.ts'

interface LoginFormProps {
  onSignedIn: () => void | Promise<void>
  /** Other ways to log in, below the first step. */
  children?: ReactNode
}

export function LoginForm({ onSignedIn, children }: LoginFormProps) {
  const t = useTranslations('auth')
  const redirect = useReturnPath()
  const [resending, setResending] = useState(false)
  const [neededFactor, setNeededFactor] = useState<NeededSecondFactor | null>(null)
  const form = useZodForm(loginBody, { email: '', password: '' })
  const finish = async () => {
    toast.success(t('login.success'))
    await onSignedIn()
  }

  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    const answer = await api('POST /global/account/login', { body }, { quiet: true })
    const { accessToken, expiresIn, secondFactor } = answer
    if (secondFactor) return setNeededFactor(secondFactor)
    if (accessToken === undefined || expiresIn === undefined) return

    await enter({ accessToken, expiresIn })
    await finish()
  })

  const restart = () => {
    setNeededFactor(null)
    form.setFieldValue('password', '')
  }

  if (resending) return <ResendActivation email={form.getValues().email} onCancel={() => setResending(false)} />
  if (neededFactor !== null)
    return <SecondFactorForm methods={neededFactor.methods} onSignedIn={finish} onRestart={restart} />

  return (
    <>
      <form onSubmit={onSubmit} noValidate aria-label={t('login.title')}>
        <Stack>
          <FormAlert failure={failure}>
            {failure?.code === 'NOT_ACTIVATED' && (
              <Button variant="secondary" size="xs" onClick={() => setResending(true)}>
                {t('login.resend')}
              </Button>
            )}
            {failure?.code === 'RATE_LIMITED' && (
              <Link to="/reset-password" search={redirect ? { redirect } : {}}>
                {t('login.resetNow')}
              </Link>
            )}
          </FormAlert>
          <TextField
            {...form.getInputProps('email')}
            label={t('fields.email')}
            type="email"
            autoComplete="username"
            inputMode="email"
            data-autofocus
            required
          />
          <PasswordField
            {...form.getInputProps('password')}
            label={t('fields.password')}
            autoComplete="current-password"
            required
          />
          <Text size="sm">
            <Link to="/reset-password" search={redirect ? { redirect } : {}}>
              {t('login.forgot')}
            </Link>
          </Text>
          <Button type="submit" loading={sending} fullWidth>
            {t('login.submit')}
          </Button>
        </Stack>
      </form>
      {children}
    </>
  )
}
