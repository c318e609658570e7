import type { ComponentProps } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

type InputProps<Field extends typeof PasswordField | typeof TextField> = Omit<ComponentProps<Field>, 'label'>

/** The password of the account, which proves that its owner is here. */
export function CurrentPasswordField(props: InputProps<typeof PasswordField>) {
  const t = useTranslations('auth.fields')
  return <PasswordField {...props} label={t('password')} autoComplete="current-password" required />
}

/** A code of the customer's app, or a recovery code. */
export function SecondFactorCodeField(props: InputProps<typeof TextField>) {
  const t = useTranslations('account.secondFactor')

  return (
    <TextField
      {...props}
      label={t('proofCode')}
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={40}
      required
    />
  )
}
