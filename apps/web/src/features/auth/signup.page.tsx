import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { SignUpFlow } from './sign-up-flow.tsx'

export function SignUpPage() {
  const t = useTranslations('auth.signUp')
  return (
    <FormPage
      title={t('title')}
      subtitle={t('intro')}
      footer={
        <>
          {t('hasAccount')} <Link to="/login">{t('logIn')}</Link>
        </>
      }
    >
      <SignUpFlow callback="/user/home" />
    </FormPage>
  )
}
