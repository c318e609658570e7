import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { app } from '#lib/app-port.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { FormPage } from '#ui/forms/form-page.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { ResetRequest } from './reset-request.tsx'
import { useMailKey } from './use-mail-key.ts'

/** Without a key: have a mail sent. With one, from the link or pasted by hand: the new password. */
export function ResetPasswordPage() {
  const t = useTranslations('auth.reset')
  const key = useMailKey()
  const [hasCode, setHasCode] = useState(key !== '')
  const done = async () => {
    toast.success(t('success'))
    await app.navigate('/login', { replace: true })
  }

  return (
    <FormPage
      title={t('title')}
      subtitle={hasCode ? t('newIntro') : t('requestIntro')}
      footer={
        <TextLink to="/login" inherit>
          {t('backToLogin')}
        </TextLink>
      }
    >
      {hasCode ? <ResetPasswordForm mailKey={key} onReset={done} /> : <ResetRequest />}
      <Anchor component="button" type="button" size="sm" mt="md" onClick={() => setHasCode(!hasCode)}>
        {hasCode ? t('needCode') : t('haveCode')}
      </Anchor>
    </FormPage>
  )
}
