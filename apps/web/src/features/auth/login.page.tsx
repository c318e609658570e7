import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { LoginForm } from './login-form.tsx'
import { QuickLoginButtons } from './quick-login-buttons.tsx'
import { afterLoginPath, isAboutToOrder, leaveFor } from './sign-in.ts'

export function LoginPage() {
  const t = useTranslations('auth.login')
  const router = useRouter()

  // While this screen first renders, the resolved location is still the one that the visitor came
  // from.
  const [target] = useState(() => afterLoginPath(router.state.location.searchStr, router.state.resolvedLocation?.href))

  const redirect = target === '/' ? {} : { redirect: target }

  return (
    <FormPage
      title={t('title')}
      subtitle={isAboutToOrder(target) ? t('introToOrder') : t('intro')}
      footer={
        <>
          {t('noAccount')}{' '}
          <Link to="/signup" search={redirect}>
            {t('signUp')}
          </Link>
        </>
      }
    >
      <LoginForm onSignedIn={() => leaveFor(target)}>
        <QuickLoginButtons callback={target} />
      </LoginForm>
    </FormPage>
  )
}
