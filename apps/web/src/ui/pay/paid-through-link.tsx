import type { PayerPayment } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Facts } from '#ui/facts.tsx'

/** What the holder of a payment link has paid: the proof of payment of a person without an account. */
export function PaidThroughLink({ paid }: { paid: readonly PayerPayment[] }) {
  const t = useTranslations('payment.paidByLink')
  if (paid.length === 0) return null

  const payments = paid.map((payment) => <Payment key={payment.paidAt} payment={payment} />)
  return <Facts facts={[{ label: t('label'), value: payments }]} />
}

function Payment({ payment }: { payment: PayerPayment }) {
  const t = useTranslations('payment.paidByLink')
  const { money, date } = useFormats()
  const { method, amountMinor, refundedMinor, currency, paidAt } = payment
  const amount = money(amountMinor, currency)
  const refunded = money(refundedMinor, currency)

  return (
    <div>
      {t('payment', { amount, method, date: date(paidAt) })}
      {refundedMinor > 0 ? ` ${t('refunded', { amount: refunded })}` : null}
    </div>
  )
}
