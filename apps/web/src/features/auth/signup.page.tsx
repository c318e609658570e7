import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { SignUpFlow } from './sign-up-flow.tsx'

export function SignUpPage() {
  const t = useTranslations('auth.signUp')
  return (
    <FormPage
      title={t('title')}
      subtitle={t('intro')}
      footer={
        <>
          {t('hasAccount')}{' '}
          <TextLink to="/login" inherit>
            {t('logIn')}
          </TextLink>
        </>
      }
    >
      <SignUpFlow callback="/user/home" />
    </FormPage>
  )
}
