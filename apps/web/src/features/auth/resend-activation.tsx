import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { resendSeconds, useCountdown } from '#ui/use-countdown.ts'
import { EmailCaptchaForm } from './email-captcha-form.tsx'

interface ResendActivationProps {
  email?: string
  onCancel?: () => void
}

/**
 * Sends the activation mail again. The answer is the same whether or not the address waits for one
 * (AUT-1).
 */
export function ResendActivation({ email = '', onCancel }: ResendActivationProps) {
  const t = useTranslations('auth.resend')
  const [address, setAddress] = useState(email)
  const [sent, setSent] = useState(false)
  const { secondsLeft, start } = useCountdown(resendSeconds)

  if (sent) {
    return (
      <Notice kind="sent" text={t('done')}>
        <Button variant="secondary" size="xs" onClick={() => setSent(false)}>
          {t('again')}
        </Button>
        {onCancel && (
          <Button variant="quiet" size="xs" onClick={onCancel}>
            {t('otherAddress')}
          </Button>
        )}
      </Notice>
    )
  }
  return (
    <Stack>
      <Text size="sm" tone="soft">
        {t('intro')}
      </Text>
      <EmailCaptchaForm
        label={t('title')}
        email={address}
        submitLabel={secondsLeft > 0 ? t('againIn', { seconds: secondsLeft }) : t('submit')}
        isPaused={secondsLeft > 0}
        send={async (body) => {
          await api('POST /global/account/activeEmail', { body }, { quiet: true })
          setAddress(body.email)
          setSent(true)
          start()
        }}
      >
        {onCancel && (
          <Button variant="quiet" onClick={onCancel} fullWidth>
            {t('cancel')}
          </Button>
        )}
      </EmailCaptchaForm>
    </Stack>
  )
}
