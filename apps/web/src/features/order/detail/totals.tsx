import type { OrderView } from '@cotation/contracts'
import { type Currency, isCancelledOrRefunded, partsMinorOf, type TechnologyId } from '@cotation/domain'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Text } from '#ui/text.tsx'
import classes from './detail.module.css'
import { findAwaitedTransfer } from './payments.tsx'

type LevelDiscount = NonNullable<OrderView['total']['levelDiscount']>

type TotalTerm = { minor: number } & (
  | {
      name: 'parts' | 'partsAndServices' | 'coupon' | 'shipping' | 'freightCollect' | 'shippingCoupon' | 'vat'
    }
  | { name: 'smallOrder'; technologyId: TechnologyId }
  | ({ name: 'levelDiscount' } & Pick<LevelDiscount, 'level' | 'percent'>)
)

/**
 * The terms that add up to the total of an order, in USD cents and in the sequence of an invoice.
 * Zero terms are omitted, except parts, shipping and VAT.
 */
export function totalTerms({ total, freightAccount }: Pick<OrderView, 'total' | 'freightAccount'>): TotalTerm[] {
  const { servicesMinor, smallOrder, levelDiscount, discountMinor, shipping, tax } = total
  const alwaysShown = ['parts', 'shipping', 'freightCollect', 'vat']
  const terms: TotalTerm[] = [
    { name: servicesMinor > 0 ? 'partsAndServices' : 'parts', minor: partsMinorOf(total) },
    ...smallOrder.map(({ technologyId, minor }): TotalTerm => ({ name: 'smallOrder', technologyId, minor })),
    ...(levelDiscount ? [{ ...levelDiscount, name: 'levelDiscount' as const, minor: -levelDiscount.minor }] : []),
    { name: 'coupon', minor: -discountMinor },
    { name: freightAccount === '' ? 'shipping' : 'freightCollect', minor: shipping.minor },
    { name: 'shippingCoupon', minor: -shipping.discountMinor },
    { name: 'vat', minor: tax.minor },
  ]

  return terms.filter(({ name, minor }) => minor !== 0 || alwaysShown.includes(name))
}

function useTermLabel({ total, couponCode, carrier }: OrderView) {
  const t = useTranslations('order')
  const pricing = useTranslations('pricing')
  const { percent } = useFormats()

  return (term: TotalTerm): string => {
    switch (term.name) {
      case 'coupon':
        return couponCode === null ? t('total.coupon') : t('total.couponOf', { code: couponCode })
      case 'levelDiscount':
        return pricing('levelDiscount', { level: pricing(`levels.${term.level}`), percent: term.percent })
      case 'shipping':
        return t('total.shipping', { carrier: t(`carrierService.${carrier}`) })
      case 'smallOrder':
        return t('total.smallOrder', { technology: t(`total.technology.${term.technologyId}`) })
      case 'vat':
        return t('total.vat', { rate: percent(total.tax.ratePercent) })
      default:
        return t(`total.${term.name}`)
    }
  }
}

interface PaymentRow {
  name: 'paid' | 'credit' | 'refunded' | 'due' | 'transferDue' | 'unconfirmed'
  minor: number
  /** USD unless given. */
  currency?: Currency
}

/**
 * The amount due. While a payment awaits its confirmation, nothing must be paid again. The rate of an
 * open transfer is fixed, so its row names the amount that the bank has to receive.
 */
function dueRow(order: OrderView): PaymentRow {
  const { status, dueMinor } = order
  if (status !== 'payment_pending') return { name: 'due', minor: dueMinor }

  const transfer = findAwaitedTransfer(order)
  if (!transfer) return { name: 'unconfirmed', minor: dueMinor }
  return { name: 'transferDue', minor: transfer.amountMinor, currency: transfer.currency }
}

export function Totals({ order }: { order: OrderView }) {
  const t = useTranslations()
  const { money } = useFormats()
  const termLabel = useTermLabel(order)
  const { total, totalMinor, paidMinor, refundedMinor, credit } = order
  const owedMinor = credit?.owedMinor ?? 0

  const due = dueRow(order)
  const paymentRows: PaymentRow[] = [
    // Credit counts as paid once it is captured, which is a moment after the order.
    { name: 'paid', minor: Math.max(0, paidMinor - owedMinor) },
    { name: 'credit', minor: owedMinor },
    { name: 'refunded', minor: refundedMinor },
    due,
  ]

  const rows = [
    ...totalTerms(order).map((term) => ({ name: term.name, label: termLabel(term), amount: money(term.minor) })),
    { name: 'total', label: t('order.total.total'), amount: money(totalMinor) },
    ...paymentRows
      .filter(({ minor }) => minor > 0)
      .map(({ name, minor, currency }) => ({ name, label: t(`order.total.${name}`), amount: money(minor, currency) })),
  ]

  const { display } = total
  // An approximate amount beside the fixed one of a transfer in the same currency only confuses.
  const showsDisplay = display.currency !== 'USD' && display.currency !== due.currency

  const soldNotes = [
    t(`pricing.tax.${total.tax.reason}`),
    showsDisplay && t('order.total.display', { amount: money(display.totalMinor, display.currency) }),
    total.points > 0 && !isCancelledOrRefunded(order.status) && t('order.total.points', { points: total.points }),
  ]
  const notes = order.original ? [t('order.total.free')] : soldNotes

  return (
    <Section title={t('order.total.title')}>
      <dl className={classes.terms}>
        {rows.map(({ name, label, amount }) => (
          <div key={label} data-name={name}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) =>
        note ? (
          <Text key={note} size="xs" tone="soft">
            {note}
          </Text>
        ) : null,
      )}
    </Section>
  )
}
