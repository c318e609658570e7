import type { OrderView, PaymentView } from '@cotation/contracts'
import { isOpenPayment, type PaymentState } from '@cotation/domain'
import { Badge } from '@mantine/core'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '../section.tsx'
import { BankTransfer } from './bank-transfer.tsx'
import classes from './payments.module.css'

/** A bank transfer whose money has not arrived. */
const isAwaitedTransfer = ({ bank, state }: PaymentView) =>
  bank !== null && (state === 'created' || state === 'awaiting_funds')

/** The customer still has to make a transfer, so the page shows the payments first. */
export const awaitsTransfer = ({ payments }: OrderView): boolean => payments.some(isAwaitedTransfer)

function colourOf(state: PaymentState): string {
  if (isOpenPayment(state)) return 'yellow'
  if (state === 'captured') return 'green'
  return state === 'failed' || state === 'disputed' ? 'red' : 'gray'
}

function Payment({ payment }: { payment: PaymentView }) {
  const t = useTranslations('order')
  const { money, moment } = useOrderWords()
  const { method, state, amountMinor, currency, usdMinor, refundedMinor, agency, createdAt, bank } = payment

  return (
    <li className={classes.payment}>
      <div className={classes.head}>
        <h3 className={classes.method}>
          {t(`method.${method}`)}
          <Badge component="span" variant="dot" color={colourOf(state)} c="var(--ink)" tt="none">
            {t(`paymentState.${state}`)}
          </Badge>
        </h3>
        <span className={classes.amount}>{money(amountMinor, currency)}</span>
      </div>
      <p className={classes.facts}>
        <span>{moment(createdAt)}</span>
        {agency ? <span>{t('payments.agency')}</span> : null}
        {currency === 'USD' ? null : <span>{t('payments.counts', { amount: money(usdMinor) })}</span>}
        {refundedMinor > 0 ? <span>{t('payments.refunded', { amount: money(refundedMinor, currency) })}</span> : null}
      </p>
      {bank && isAwaitedTransfer(payment) ? <BankTransfer bank={bank} /> : null}
    </li>
  )
}

/** All payment attempts with their outcome, latest first. */
export function Payments({ order: { payments } }: { order: OrderView }) {
  const t = useTranslations('order.payments')
  const newestFirst = payments.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))

  return (
    <Section title={t('title')}>
      {payments.length === 0 ? <p className={classes.none}>{t('none')}</p> : null}
      <ul className={classes.payments}>
        {newestFirst.map((payment) => (
          <Payment key={payment.id} payment={payment} />
        ))}
      </ul>
    </Section>
  )
}
