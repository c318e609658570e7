import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { LoginForm } from './login-form.tsx'
import { QuickLoginButtons } from './quick-login-buttons.tsx'
import { afterLoginPath, leaveFor } from './sign-in.ts'

export function LoginPage() {
  const t = useTranslations('auth.login')
  const router = useRouter()

  // While this screen first renders, the resolved location is still the one that the visitor came
  // from.
  const [target] = useState(() => afterLoginPath(router.state.location.searchStr, router.state.resolvedLocation?.href))

  return (
    <FormPage
      title={t('title')}
      subtitle={t('intro')}
      footer={
        <>
          {t('noAccount')} <Link to="/signup">{t('signUp')}</Link>
        </>
      }
    >
      <LoginForm onSignedIn={() => leaveFor(target)} />
      <QuickLoginButtons callback={target} />
    </FormPage>
  )
}
