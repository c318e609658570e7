import type { CustomerPayment } from '@cotation/contracts'
import { useId } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Heading } from '#ui/text.tsx'
import classes from './pay.module.css'

/**
 * For the holder of a payment link: a payment that the customer has started and not paid. A bill has
 * one payment at a time, so the holder can only wait or ask the customer.
 */
export function CustomerPaymentNotice({ payment }: { payment: CustomerPayment }) {
  const t = useTranslations('payment.customer')
  const { money, moment } = useFormats()
  const id = useId()
  const { method, amountMinor, currency, reference, startedAt, expiresAt } = payment
  const isTransfer = method === 'bank_transfer'
  const values = { amount: money(amountMinor, currency), date: moment(startedAt) }

  return (
    <section className={classes.open} aria-labelledby={id}>
      <Heading level={2} id={id}>
        {t(isTransfer ? 'bankTitle' : 'cardTitle')}
      </Heading>
      <p>{t(isTransfer ? 'bankText' : 'cardText', values)}</p>
      {isTransfer ? (
        <dl className={classes.started}>
          <div>
            <dt>{t('reference')}</dt>
            <dd>{reference}</dd>
          </div>
          <div>
            <dt>{t('amount')}</dt>
            <dd>{values.amount}</dd>
          </div>
        </dl>
      ) : null}
      <ul className={classes.hints}>
        <li>{t('wait')}</li>
        {expiresAt === null ? null : <li>{t('until', { date: moment(expiresAt) })}</li>}
        <li>{t('otherwise')}</li>
      </ul>
    </section>
  )
}
