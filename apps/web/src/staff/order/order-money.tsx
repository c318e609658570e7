import type { StaffOrderView } from '@cotation/contracts'
import { useMay } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Facts } from '#ui/facts.tsx'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import { RefundButton } from '../shared/refund-button.tsx'
import classes from './order.module.css'
import { PendingRefunds } from './pending-refunds.tsx'

/** What an order costs, what was paid, what was given back, and how a refund is made. */
export function OrderMoney({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order')
  const { money } = useFormats()
  const may = useMay()
  const amount = (minor: number) => (minor === 0 ? '' : money(minor))

  return (
    <Section title={t('money')} aside={<RefundButton bill={{ ...order, kind: 'order', orderId: order.id }} />}>
      <Facts
        facts={[
          { label: t('total'), value: money(order.totalMinor) },
          { label: t('paidAmount'), value: amount(order.paidMinor) },
          { label: t('refunded'), value: amount(order.refundedMinor) },
          { label: t('due'), value: amount(order.dueMinor) },
          { label: t('coupon'), value: order.couponCode },
        ]}
      />
      {may('money.receive') || may('money.refund') ? <Payments {...order} /> : null}
      <PendingRefunds refunds={order.pendingRefunds} />
    </Section>
  )
}

function Payments({ payments, refunds }: Pick<StaffOrderView, 'payments' | 'refunds'>) {
  const t = useTranslations('order')
  const { money, date, moment } = useFormats('medium')
  if (payments.length === 0) return null

  return (
    <ul className={classes.list}>
      {payments.map(({ id, method, state, amountMinor, currency, createdAt, closedAt, expiresAt }) => {
        const ofPayment = refunds.filter(({ paymentId }) => paymentId === id)
        // Its refunds follow with their own dates.
        const isGivenBack = ofPayment.length > 0 && (state === 'refunded' || state === 'partially_refunded')
        const shown = isGivenBack ? 'captured' : state

        return (
          <li key={id}>
            {t(`method.${method}`)}, {money(amountMinor, currency)}
            <Hint>
              {t(`paymentState.${shown}`, { date: expiresAt === null ? '' : date(expiresAt) })},{' '}
              {moment(closedAt ?? createdAt)}
            </Hint>
            {ofPayment.map((refund) => (
              <Hint key={refund.id}>
                {t('payments.refunded', { amount: money(refund.amountMinor, refund.currency) })}, {moment(refund.at)}
              </Hint>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
