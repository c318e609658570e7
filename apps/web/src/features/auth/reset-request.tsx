import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stack } from '#ui/stack.tsx'
import { EmailCaptchaForm } from './email-captcha-form.tsx'

/** Asks for the reset mail. Known and unknown addresses get the same answer (AUT-1). */
export function ResetRequest() {
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
