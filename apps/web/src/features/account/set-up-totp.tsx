import { secondFactorRoutes } from '@cotation/contracts'
import { api } from '#lib/gateway/api.ts'
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
import type { WithProof } from './password-proof.tsx'
import classes from './second-factor.module.css'

export interface TotpSetUp {
  secret: string
  uri: string
}

interface SetUpTotpProps {
  setUp: TotpSetUp
  withProof: WithProof
  onDone: (recoveryCodes: readonly string[]) => Promise<void>
}

/** The secret for the customer's app, drawn in the browser: no other service sees it. */
export function SetUpTotp({ setUp, withProof, onDone }: SetUpTotpProps) {
  const t = useTranslations('account.secondFactor')
  const form = useZodForm(secondFactorRoutes.confirm.body, { code: '' })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      const confirm = () => api('POST /global/account/secondFactor/confirm', { body }, { quiet: true })
      const answer = await withProof(confirm)
      if (answer) await onDone(answer.recoveryCodes)
    },
    { SECOND_FACTOR_WRONG: 'code' },
  )

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('setUpTitle')}>
      <Stack>
        <Text size="sm">{t('scan')}</Text>
        <FormAlert failure={failure} />
        <QrCode text={setUp.uri} label={t('qr')} className={classes.qr} />
        <div>
          <Text size="sm">{t('secret')}</Text>
          <Row>
            <code className={classes.secret}>{inGroups(setUp.secret)}</code>
            <CopyButton text={setUp.secret} label={t('secret')} />
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
        <Row justify="end">
          <Button type="submit" size="sm" loading={sending}>
            {t('confirm')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

/** Groups of four characters are easier to type. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret
