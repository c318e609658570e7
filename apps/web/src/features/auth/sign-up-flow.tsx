import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { QuickLoginButtons } from './quick-login-buttons.tsx'
import { ResendActivation } from './resend-activation.tsx'
import { SignUpForm, type TypedSignUp } from './sign-up-form.tsx'

type Step = { name: 'form' } | { name: 'sent'; email: string } | { name: 'resend'; email: string }

/** Sign-up from the first field to "check your e-mail", the same on its page and in the dialog. */
export function SignUpFlow({ callback }: { callback: string }) {
  const [step, setStep] = useState<Step>({ name: 'form' })
  // For a customer who comes back to correct the address.
  const [typed, setTyped] = useState<TypedSignUp>()
  const restart = () => setStep({ name: 'form' })
  if (step.name === 'sent') {
    return (
      <CheckEmail
        email={step.email}
        onResend={() => setStep({ name: 'resend', email: step.email })}
        onRestart={restart}
      />
    )
  }

  if (step.name === 'resend') return <ResendActivation email={step.email} onCancel={restart} />

  return (
    <>
      <SignUpForm
        typed={typed}
        onTyped={setTyped}
        onSent={(email) => setStep({ name: 'sent', email })}
        onResend={(email) => setStep({ name: 'resend', email })}
      />
      <QuickLoginButtons callback={callback} />
    </>
  )
}

interface CheckEmailProps {
  email: string
  onResend: () => void
  onRestart: () => void
}

function CheckEmail({ email, onResend, onRestart }: CheckEmailProps) {
  const t = useTranslations('auth.checkEmail')
  return (
    <Stack>
      <Notice kind="sent" title={t('title')} text={t.rich('sent', { address: () => <strong>{email}</strong> })} />
      <Text size="sm" tone="soft">
        {t('hint')}
      </Text>
      <Button variant="secondary" onClick={onResend} fullWidth>
        {t('resend')}
      </Button>
      <Button variant="quiet" onClick={onRestart} fullWidth>
        {t('otherAddress')}
      </Button>
    </Stack>
  )
}
