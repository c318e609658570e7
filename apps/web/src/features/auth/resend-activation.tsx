import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Notice } from '#ui/notice.tsx'
import { EmailCaptchaForm } from './email-captcha-form.tsx'

interface ResendActivationProps {
  email?: string
  onCancel?: () => void
}

/** Sends the activation mail again. The answer is the same whether or not the address waits for one (AUT-1). */
export function ResendActivation({ email = '', onCancel }: ResendActivationProps) {
  const t = useTranslations('auth.resend')
  const [address, setAddress] = useState(email)
  const [sent, setSent] = useState(false)

  if (sent) {
    return (
      <Notice kind="sent" text={t('done')}>
        <Button variant="subtle" size="compact-sm" onClick={() => setSent(false)}>
          {t('again')}
        </Button>
      </Notice>
    )
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('intro')}
      </Text>
      <EmailCaptchaForm
        label={t('title')}
        email={address}
        submitLabel={t('submit')}
        send={async (body) => {
          await api('POST /global/account/activeEmail', { body }, { quiet: true })
          setAddress(body.email)
          setSent(true)
        }}
      >
        {onCancel && (
          <Button variant="subtle" onClick={onCancel} fullWidth>
            {t('cancel')}
          </Button>
        )}
      </EmailCaptchaForm>
    </Stack>
  )
}
