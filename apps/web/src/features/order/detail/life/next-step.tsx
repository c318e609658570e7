import type { OrderView } from '@cotation/contracts'
import { isClosedOrder } from '@cotation/domain'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from '../detail.module.css'

/** A sentence about the current status. */
function useNextStep({ status, payments, dates, carrier, dueMinor, paidMinor, refundedMinor }: OrderView): string {
  const t = useTranslations('order')
  const { money, day } = useOrderWords()
  const ship = day(dates.ship)

  switch (status) {
    case 'awaiting_payment':
      return t('next.awaiting_payment', { due: money(dueMinor) })
    case 'payment_pending':
      return t(payments.some(({ state }) => state === 'awaiting_funds') ? 'next.transfer' : 'next.payment_pending')
    case 'in_production':
    case 'quality_check':
      return t(`next.${status}`, { ship })
    case 'shipped': {
      const from = day(dates.deliveryEarliest)
      const to = day(dates.deliveryLatest)
      return t(from === to ? 'next.shippedOn' : 'next.shippedBetween', { from, to, carrier: t(`carrier.${carrier}`) })
    }
    case 'cancelled':
      if (paidMinor === 0) return t('next.cancelledUnpaid')
      return refundedMinor < paidMinor
        ? t('next.cancelledRefunding', { amount: money(paidMinor - refundedMinor) })
        : t('next.cancelledRefunded', { amount: money(refundedMinor) })
    case 'refunded':
      return t('next.refunded', { amount: money(refundedMinor) })
    default:
      return t(`next.${status}`)
  }
}

/** A live region, so that screen readers announce a new status. */
export function NextStep({ order }: { order: OrderView }) {
  const t = useTranslations('order.next')
  const sentence = useNextStep(order)

  return (
    <p className={classes.next} role="status">
      {isClosedOrder(order.status) ? null : <span className={classes.nextTitle}>{t('title')}</span>} {sentence}
    </p>
  )
}
