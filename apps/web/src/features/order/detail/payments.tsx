import type { OrderView, PaymentView } from '@cotation/contracts'
import { isOpenPayment, type PaymentState } from '@cotation/domain'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { BankDetails } from '#ui/bank-details.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading, Text } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import classes from './detail.module.css'

/** A bank transfer whose money has not arrived. */
const isAwaitedTransfer = ({ bank, state }: PaymentView) =>
  bank !== null && (state === 'created' || state === 'awaiting_funds')

/** The transfer that the customer still has to make. */
export const findAwaitedTransfer = ({ payments }: OrderView): PaymentView | undefined =>
  payments.find(isAwaitedTransfer)

/** The customer still has to make a transfer, so the page shows the payments first. */
export const awaitsTransfer = (order: OrderView): boolean => findAwaitedTransfer(order) !== undefined

/** The customer was asked for a transfer, which may have been sent before the order was cancelled. */
export const endsTransfer = ({ payments }: OrderView): boolean => payments.some(({ bank }) => bank !== null)

function toneOf(state: PaymentState): Tone {
  if (isOpenPayment(state)) return 'warning'
  if (state === 'captured') return 'good'
  return state === 'failed' || state === 'disputed' ? 'danger' : 'neutral'
}

/** The state of a payment in words. What was bought on credit is owed until it is settled. */
function usePaymentState({ method, state }: PaymentView, credit: OrderView['credit']): { text: string; tone: Tone } {
  const t = useTranslations('order.paymentState')
  const { date } = useFormats('medium')
  const isBought = method === 'credit' && (state === 'authorized' || state === 'captured')
  if (!isBought || !credit) return { text: t(state), tone: toneOf(state) }
  if (credit.owedMinor === 0) return { text: t('settled'), tone: 'good' }
  return { text: t('owed', { date: date(credit.dueAt) }), tone: 'warning' }
}

interface PaymentProps {
  payment: PaymentView
  credit: OrderView['credit']
}

function Payment({ payment, credit }: PaymentProps) {
  const t = useTranslations('order')
  const { money, date, moment } = useFormats('medium')
  const state = usePaymentState(payment, credit)
  const { method, amountMinor, currency, usdMinor, refundedMinor, agency, createdAt, closedAt, bank } = payment

  return (
    <li className={classes.entry}>
      <Row justify="between">
        <Row>
          <Heading level={3}>{t(`method.${method}`)}</Heading>
          <Badge dot tone={state.tone}>
            {state.text}
          </Badge>
        </Row>
        <strong>{money(amountMinor, currency)}</strong>
      </Row>
      <p className={classes.facts}>
        <span>{moment(closedAt ?? createdAt)}</span>
        {agency ? <span>{t('payments.agency')}</span> : null}
        {currency === 'USD' ? null : <span>{t('payments.counts', { amount: money(usdMinor) })}</span>}
        {refundedMinor > 0 ? <span>{t('payments.refunded', { amount: money(refundedMinor, currency) })}</span> : null}
      </p>
      {bank && isAwaitedTransfer(payment) ? (
        <Stack gap="xs" className={classes.transfer}>
          <h4>{t('payments.bankTitle')}</h4>
          <Text size="sm">{t('payments.bankText', { date: date(bank.expiresAt) })}</Text>
          <Text size="sm">{t('payments.charges')}</Text>
          <BankDetails bank={bank} label={(field) => t(`payments.bank.${field}`)} />
        </Stack>
      ) : null}
    </li>
  )
}

/** All payment attempts with their outcome, latest first. An after-sale order has none. */
export function Payments({ order: { payments, credit, original } }: { order: OrderView }) {
  const t = useTranslations('order.payments')
  if (original) return null

  const newestFirst = payments.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))

  return (
    <Section title={t('title')}>
      {payments.length === 0 ? (
        <Text size="sm" tone="soft">
          {t('none')}
        </Text>
      ) : null}
      <ul className={classes.list}>
        {newestFirst.map((payment) => (
          <Payment key={payment.id} payment={payment} credit={credit} />
        ))}
      </ul>
    </Section>
  )
}
