import { useTranslations } from '#lib/texts/i18n.tsx'
import type { FieldBinding } from '#ui/forms/form.ts'
import { PasswordField } from '#ui/password-field.tsx'

interface NewPasswordFieldsProps {
  field: (name: 'password' | 'confirmPassword') => FieldBinding
  /** The account has no password yet, so the label is not "New password". */
  first?: boolean
}

/** A new password and its confirmation. */
export function NewPasswordFields({ field, first = false }: NewPasswordFieldsProps) {
  const t = useTranslations('auth.fields')
  return (
    <>
      <PasswordField
        {...field('password')}
        label={first ? t('password') : t('newPassword')}
        description={t('passwordHint')}
        autoComplete="new-password"
        required
      />
      <PasswordField {...field('confirmPassword')} label={t('confirmPassword')} autoComplete="new-password" required />
    </>
  )
}
