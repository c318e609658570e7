import { type DeletionLinkView, renewDeletionBody } from '@cotation/contracts'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormPage } from '#ui/forms/form-page.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { GiveUpBox } from './give-up-box.tsx'

/** The link cannot be used as it is shown: it is read again. */
const staleCodes: readonly string[] = ['BALANCE_CHANGED', 'DELETION_BLOCKED', 'DELETION_LINK_INVALID']

interface GrownBalanceProps {
  mailKey: string
  link: Extract<DeletionLinkView, { state: 'open' }>
  onRenewed: (expiresAt: string) => void
  onKept: () => void
  onStale: () => Promise<unknown>
}

/** The balance is larger than what the customer agreed to give up: that needs a new agreement. */
export function GrownBalance({ mailKey, link, onRenewed, onKept, onStale }: GrownBalanceProps) {
  const t = useTranslations('personal-data.link')
  const { money } = useFormats()
  const { maskedEmail, balanceMinor, givenUpMinor } = link
  const form = useZodForm(renewDeletionBody, {
    key: mailKey,
    givenUpMinor: undefined as number | undefined,
  })
  const { onSubmit, failure, sending } = useSubmission(form, async (body) => {
    try {
      const { expiresAt } = await api('POST /global/account/deletion/link/renew', { body }, { quiet: true })
      onRenewed(expiresAt)
    } catch (error) {
      if (error instanceof ApiError && staleCodes.includes(error.code)) {
        form.setFieldValue('givenUpMinor', undefined)
        await onStale()
      }
      throw error
    }
  })

  return (
    <FormPage title={t('blockedTitle')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Notice kind="refused" text={t('grown', { balance: money(balanceMinor), amount: money(givenUpMinor) })} />
          <FormAlert failure={failure} />
          <Facts
            facts={[
              { label: t('account'), value: <strong>{maskedEmail}</strong> },
              { label: t('currentBalance'), value: <strong>{money(balanceMinor)}</strong> },
            ]}
          />
          <GiveUpBox
            balanceMinor={balanceMinor}
            givenUpMinor={form.getValues().givenUpMinor}
            error={form.errorText('givenUpMinor')}
            onChange={(amountMinor) => form.setFieldValue('givenUpMinor', amountMinor)}
          />
          <Button type="submit" variant="danger" loading={sending} fullWidth>
            {t('renew')}
          </Button>
          <LinkButton variant="secondary" to="/quote" onClick={onKept} fullWidth>
            {t('keep')}
          </LinkButton>
          <Hint>{t('renewHint', { email: maskedEmail })}</Hint>
        </Stack>
      </form>
    </FormPage>
  )
}
