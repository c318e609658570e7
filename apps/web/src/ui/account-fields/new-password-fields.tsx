import type { GetInputPropsReturnType } from '@mantine/form'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'

interface NewPasswordFieldsProps {
  field: (name: 'password' | 'confirmPassword') => GetInputPropsReturnType
  /** "Password" where there was none before. */
  first?: boolean
}

/** A password being chosen, twice. */
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
        withAsterisk={false}
      />
      <PasswordField
        {...field('confirmPassword')}
        label={t('confirmPassword')}
        autoComplete="new-password"
        required
        withAsterisk={false}
      />
    </>
  )
}
