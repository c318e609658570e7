import type { PaymentView } from '@cotation/contracts'
import { useId, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import type { PaymentCalls } from '#lib/gateway/payment.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { BankDetails } from '#ui/bank-details.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading } from '#ui/text.tsx'
import classes from './pay.module.css'

interface OpenPaymentProps {
  payment: PaymentView
  /** The payer holds a link, and has no account. */
  isByLink: boolean
  /** The provider's page for the card; null if a new one has to be requested. */
  redirectUrl: string | null
  calls: PaymentCalls
}

/** A payment that was started but not made yet. */
export function OpenPayment({ payment, isByLink, redirectUrl, calls }: OpenPaymentProps) {
  const t = useTranslations('payment')
  const { attempt, failure, busy } = useAttempt()
  const abandonment = useAttempt()
  const [isAsking, setAsking] = useState(false)
  const id = useId()
  const isBank = payment.bank !== null

  const continuePayment = () =>
    attempt(async () => {
      const url = redirectUrl ?? (await calls.begin({ method: 'card' })).redirectUrl
      if (url !== null) window.location.assign(url)
    })

  const abandon = () => {
    setAsking(false)
    void abandonment.attempt(calls.abandon)
  }

  return (
    <section className={classes.open} aria-labelledby={id}>
      <Heading level={2} id={id}>
        {t(isBank ? 'bank.title' : 'open.cardTitle')}
      </Heading>
      {isBank ? <TransferText payment={payment} isByLink={isByLink} /> : <CardText payment={payment} />}
      <FormAlert failure={failure ?? abandonment.failure} />
      <Row>
        {isBank ? null : (
          <Button loading={busy} onClick={() => void continuePayment()}>
            {t('open.continue')}
          </Button>
        )}
        {/* A transfer needs confirmation, because the money may already be sent. */}
        <Button variant="secondary" loading={abandonment.busy} onClick={isBank ? () => setAsking(true) : abandon}>
          {t('open.another')}
        </Button>
      </Row>
      <Confirm
        opened={isAsking}
        title={t('open.anotherTitle')}
        confirmLabel={t('open.anotherConfirm')}
        onConfirm={abandon}
        onCancel={() => setAsking(false)}
      >
        {t('open.anotherBank')}
      </Confirm>
    </section>
  )
}

function CardText({ payment }: { payment: PaymentView }) {
  const t = useTranslations('payment.open')
  const { money, moment } = useFormats()
  const { amountMinor, currency, expiresAt, createdAt } = payment
  return <p>{t('cardText', { amount: money(amountMinor, currency), date: moment(expiresAt ?? createdAt) })}</p>
}

/** Account and reference for a transfer, and what to know before it is made. */
function TransferText({ payment: { bank, usdMinor }, isByLink }: Pick<OpenPaymentProps, 'payment' | 'isByLink'>) {
  const t = useTranslations('payment.bank')
  const { money, date } = useFormats()
  if (!bank) return null

  const until = date(bank.expiresAt)
  const amount = bank.currency === 'USD' ? undefined : t('rate', { usd: money(usdMinor), date: until })

  return (
    <>
      <div className={classes.bank}>
        <BankDetails bank={bank} label={(field) => t(field)} notes={{ amount, reference: t('referenceText') }} />
      </div>
      <ul className={classes.hints}>
        <li>{t('expires', { date: until })}</li>
        <li>{t('charges')}</li>
        <li>{t(isByLink ? 'linkWaiting' : 'waiting')}</li>
      </ul>
    </>
  )
}
