import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { app } from '#lib/app-port.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import classes from './auth.module.css'
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
      footer={<Link to="/login">{t('backToLogin')}</Link>}
    >
      {hasCode ? <ResetPasswordForm mailKey={key} onReset={done} /> : <ResetRequest />}
      <Button variant="link" className={classes.otherWay} onClick={() => setHasCode(!hasCode)}>
        {hasCode ? t('needCode') : t('haveCode')}
      </Button>
    </FormPage>
  )
}
