import { staffAccessRoutes } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { QrCode } from '#ui/qr-code.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './access.module.css'

interface AppSecretProps {
  secret: string
  uri: string
  /** Sends the first code of the app. */
  onCode: (code: string) => Promise<void>
}

/** The secret for an authenticator app, drawn in the browser: no other service sees it. */
export function AppSecret({ secret, uri, onCode }: AppSecretProps) {
  const t = useTranslations('staff-access.app')
  const form = useZodForm(staffAccessRoutes.confirmApp.body, { code: '' })
  const { onSubmit, failure, sending } = useSubmission(form, ({ code }) => onCode(code), {
    SECOND_FACTOR_WRONG: 'code',
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack>
        <Text size="sm">{t('scan')}</Text>
        <FormAlert failure={failure} />
        <QrCode text={uri} label={t('qr')} className={classes.qr} />
        <div>
          <Text size="sm">{t('secret')}</Text>
          <Row>
            <code className={classes.secret}>{inGroups(secret)}</code>
            <CopyButton text={secret} label={t('secret')} />
          </Row>
        </div>
        <TextField
          {...form.getInputProps('code')}
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          data-autofocus
        />
        <Button type="submit" loading={sending} fullWidth>
          {t('confirm')}
        </Button>
      </Stack>
    </form>
  )
}

/** Groups of four characters are easier to type. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret
