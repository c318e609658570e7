import type { OrderView } from '@cotation/contracts'
import { isCancelledOrRefunded, partsMinorOf, type TechnologyId } from '@cotation/domain'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Text } from '#ui/text.tsx'
import classes from './detail.module.css'
import { awaitsTransfer } from './payments.tsx'

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

/** The label of the amount due. While a payment awaits its confirmation, nothing must be paid again. */
function dueRow(order: OrderView): 'due' | 'transferDue' | 'unconfirmed' {
  if (order.status !== 'payment_pending') return 'due'
  return awaitsTransfer(order) ? 'transferDue' : 'unconfirmed'
}

export function Totals({ order }: { order: OrderView }) {
  const t = useTranslations()
  const { money } = useFormats()
  const termLabel = useTermLabel(order)
  const { total, totalMinor, paidMinor, refundedMinor, dueMinor, credit } = order
  const owedMinor = credit?.owedMinor ?? 0
  const paymentRows = [
    // Credit counts as paid once it is captured, which is a moment after the order.
    { name: 'paid', minor: Math.max(0, paidMinor - owedMinor) },
    { name: 'credit', minor: owedMinor },
    { name: 'refunded', minor: refundedMinor },
    { name: dueRow(order), minor: dueMinor },
  ] as const
  const rows = [
    ...totalTerms(order).map((term) => ({ name: term.name, label: termLabel(term), minor: term.minor })),
    { name: 'total', label: t('order.total.total'), minor: totalMinor },
    ...paymentRows
      .filter(({ minor }) => minor > 0)
      .map(({ name, minor }) => ({ name, label: t(`order.total.${name}`), minor })),
  ]
  const { display } = total
  const soldNotes = [
    t(`pricing.tax.${total.tax.reason}`),
    display.currency !== 'USD' && t('order.total.display', { amount: money(display.totalMinor, display.currency) }),
    total.points > 0 && !isCancelledOrRefunded(order.status) && t('order.total.points', { points: total.points }),
  ]
  const notes = order.original ? [t('order.total.free')] : soldNotes

  return (
    <Section title={t('order.total.title')}>
      <dl className={classes.terms}>
        {rows.map(({ name, label, minor }) => (
          <div key={label} data-name={name}>
            <dt>{label}</dt>
            <dd>{money(minor)}</dd>
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
