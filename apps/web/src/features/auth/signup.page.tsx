import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { isAboutToOrder, useReturnPath } from './sign-in.ts'
import { SignUpFlow } from './sign-up-flow.tsx'

export function SignUpPage() {
  const t = useTranslations('auth.signUp')
  const returnPath = useReturnPath()

  return (
    <FormPage
      title={t('title')}
      subtitle={isAboutToOrder(returnPath) ? t('introToOrder') : t('intro')}
      footer={
        <>
          {t('hasAccount')}{' '}
          <Link to="/login" search={returnPath ? { redirect: returnPath } : {}}>
            {t('logIn')}
          </Link>
        </>
      }
    >
      <SignUpFlow callback={returnPath ?? '/user/home'} />
    </FormPage>
  )
}
