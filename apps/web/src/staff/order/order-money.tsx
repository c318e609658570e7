import type { PaymentView, StaffOrderView } from '@cotation/contracts'
import { useMay } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Facts } from '#ui/facts.tsx'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import classes from './order.module.css'

/** What an order costs, what was paid and what was given back. */
export function OrderMoney({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order')
  const { money } = useFormats()
  const may = useMay()
  const amount = (minor: number) => (minor === 0 ? '' : money(minor))

  return (
    <Section title={t('money')}>
      <Facts
        facts={[
          { label: t('total'), value: money(order.totalMinor) },
          { label: t('paidAmount'), value: amount(order.paidMinor) },
          { label: t('refunded'), value: amount(order.refundedMinor) },
          { label: t('due'), value: amount(order.dueMinor) },
          { label: t('coupon'), value: order.couponCode },
        ]}
      />
      {may('money.receive') || may('money.refund') ? <Payments payments={order.payments} /> : null}
    </Section>
  )
}

function Payments({ payments }: { payments: readonly PaymentView[] }) {
  const t = useTranslations('order')
  const { money, date, moment } = useFormats('medium')
  if (payments.length === 0) return null

  return (
    <ul className={classes.list}>
      {payments.map(({ id, method, state, amountMinor, currency, createdAt, expiresAt }) => (
        <li key={id}>
          {t(`method.${method}`)}, {money(amountMinor, currency)}
          <Hint>
            {t(`paymentState.${state}`, { date: expiresAt === null ? '' : date(expiresAt) })}, {moment(createdAt)}
          </Hint>
        </li>
      ))}
    </ul>
  )
}
