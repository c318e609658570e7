import { resetPasswordBody } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { app } from '#lib/app-port.ts'
import { api } from '#lib/gateway/api.ts'
import { loginPath } from '#lib/gateway/failures.ts'
import { quickChannelsQuery } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { useMailKey } from '#lib/use-mail-key.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { NewPasswordFields } from '#ui/forms/new-password-fields.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Notice } from '#ui/notice.tsx'
import { Stack } from '#ui/stack.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './auth.module.css'
import { EmailCaptchaForm } from './email-captcha-form.tsx'
import { useReturnPath } from './sign-in.ts'

/** Without a key: have a mail sent. With one, from the link or pasted by hand: the new password. */
export function ResetPasswordPage() {
  const t = useTranslations('auth.reset')
  const { key = '', forget } = useMailKey('resetKey')
  const redirect = useReturnPath()
  const [hasCode, setHasCode] = useState(key !== '')
  const done = async () => {
    forget()
    toast.success(t('success'))
    await app.navigate(redirect ? loginPath(redirect) : '/login', { replace: true })
  }

  return (
    <FormPage
      title={t('title')}
      subtitle={hasCode ? t('newIntro') : t('requestIntro')}
      footer={
        <Link to="/login" search={redirect ? { redirect } : {}}>
          {t('backToLogin')}
        </Link>
      }
    >
      {hasCode ? <ResetPasswordForm mailKey={key} onReset={done} /> : <ResetRequest />}
      <Button variant="link" className={classes.otherWay} onClick={() => setHasCode(!hasCode)}>
        {hasCode ? t('needCode') : t('haveCode')}
      </Button>
    </FormPage>
  )
}

interface ResetPasswordFormProps {
  /** From the mail's link; empty when it was opened without it, and the code is pasted by hand. */
  mailKey: string
  onReset: () => Promise<void>
}

function ResetPasswordForm({ mailKey, onReset }: ResetPasswordFormProps) {
  const t = useTranslations('auth')
  const services = useQuery(quickChannelsQuery)
  const form = useZodForm(resetPasswordBody, { key: mailKey, password: '', confirmPassword: '', unlink: false })
  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    await api('PATCH /global/account/password/reset', { body }, { quiet: true })
    await onReset()
  })
  const askForKey = mailKey === '' || failure?.code === 'KEY_INVALID'

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('reset.title')}>
      <Stack>
        <FormAlert failure={failure} title={failure?.code === 'KEY_INVALID' ? t('reset.invalidTitle') : undefined} />
        {askForKey && (
          <TextField
            {...form.getInputProps('key')}
            label={t('fields.verificationCode')}
            description={t('reset.codeHint')}
            autoComplete="one-time-code"
          />
        )}
        <NewPasswordFields field={form.getInputProps} />
        {(services.data?.length ?? 0) > 0 && (
          <Checkbox
            label={t('reset.unlink')}
            description={t('reset.unlinkHint')}
            {...form.getInputProps('unlink', { type: 'checkbox' })}
          />
        )}
        <Button type="submit" loading={sending} fullWidth>
          {t('reset.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** Asks for the reset mail. Known and unknown addresses get the same answer (AUT-1). */
function ResetRequest() {
  const t = useTranslations('auth.reset')
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo === null) {
    return (
      <EmailCaptchaForm
        label={t('title')}
        submitLabel={t('requestSubmit')}
        send={async (body) => {
          await api('POST /global/account/password/resetSend', { body }, { quiet: true })
          setSentTo(body.email)
        }}
      />
    )
  }

  return (
    <Stack align="start">
      <Notice kind="sent" title={t('sentTitle')} text={t.rich('sent', { address: () => <strong>{sentTo}</strong> })} />
      <Button variant="link" onClick={() => setSentTo(null)}>
        {t('otherAddress')}
      </Button>
    </Stack>
  )
}
