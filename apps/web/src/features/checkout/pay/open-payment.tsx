import type { PaymentView } from '@cotation/contracts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { BankDetails } from './bank-details.tsx'
import classes from './pay.module.css'

interface OpenPaymentProps {
  payment: PaymentView
  /** The provider's page for the card; null if a new one has to be requested. */
  redirectUrl: string | null
  /** Requests a new page from the provider and returns its URL. */
  onContinue: () => Promise<string | null>
  onAbandon: () => Promise<void>
}

/** A payment that was started but not made yet. */
export function OpenPayment({ payment, redirectUrl, onContinue, onAbandon }: OpenPaymentProps) {
  const t = useTranslations('payment')
  const { attempt, failure, busy } = useAttempt()
  const isBank = payment.bank !== null

  const continuePayment = () =>
    attempt(async () => {
      const url = redirectUrl ?? (await onContinue())
      if (url !== null) window.location.assign(url)
    })

  return (
    <section className={classes.open} aria-labelledby="open-payment">
      <h2 id="open-payment" className={classes.heading}>
        {t(isBank ? 'bank.title' : 'open.cardTitle')}
      </h2>
      {isBank ? <BankDetails payment={payment} /> : <CardText payment={payment} />}
      <FormAlert failure={failure} />
      <Group>
        {isBank ? null : (
          <Button loading={busy} onClick={() => void continuePayment()}>
            {t('open.continue')}
          </Button>
        )}
        <AnotherMethod isBank={isBank} onAbandon={onAbandon} />
      </Group>
    </section>
  )
}

function CardText({ payment }: { payment: PaymentView }) {
  const t = useTranslations('payment.open')
  const { money, moment } = useFormats()
  const { amountMinor, currency, expiresAt, createdAt } = payment
  return <p>{t('cardText', { amount: money(amountMinor, currency), date: moment(expiresAt ?? createdAt) })}</p>
}

/** Abandons the payment. A transfer needs confirmation, because the money may already be sent. */
function AnotherMethod({ isBank, onAbandon }: { isBank: boolean; onAbandon: () => Promise<void> }) {
  const t = useTranslations('payment.open')
  const [isAsking, setAsking] = useState(false)
  const { attempt, failure, busy } = useAttempt()

  const abandon = () =>
    void attempt(async () => {
      setAsking(false)
      await onAbandon()
    })

  return (
    <>
      <Button variant="default" loading={busy} onClick={isBank ? () => setAsking(true) : abandon}>
        {t('another')}
      </Button>
      <FormAlert failure={failure} />
      <Confirm
        opened={isAsking}
        title={t('anotherTitle')}
        confirmLabel={t('anotherConfirm')}
        onConfirm={abandon}
        onCancel={() => setAsking(false)}
      >
        {t('anotherBank')}
      </Confirm>
    </>
  )
}
