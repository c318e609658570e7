import type { OrderView } from '@cotation/contracts'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { isEnded } from '../is-ended.ts'
import { Section } from '../section.tsx'
import { type TotalTerm, totalTerms } from './total-terms.ts'
import classes from './totals.module.css'

function useTermNames({ total, couponCode, carrier }: OrderView) {
  const t = useTranslations('order')
  const { percent } = useOrderWords()
  const names: Record<Exclude<TotalTerm['name'], 'smallOrder'>, string> = {
    goods: t('total.goods'),
    services: t('total.services'),
    coupon: couponCode === null ? t('total.coupon') : t('total.couponOf', { code: couponCode }),
    shipping: t('total.shipping', { carrier: t(`carrier.${carrier}`) }),
    freightCollect: t('total.freightCollect'),
    shippingCoupon: t('total.shippingCoupon'),
    vat: t('total.vat', { rate: percent(total.tax.ratePercent) }),
  }

  return (term: TotalTerm) =>
    term.name === 'smallOrder'
      ? t('total.smallOrder', { technology: t(`total.technology.${term.technologyId}`) })
      : names[term.name]
}

export function Totals({ order }: { order: OrderView }) {
  const t = useTranslations()
  const { money } = useOrderWords()
  const nameOf = useTermNames(order)
  const { total, totalMinor, paidMinor, refundedMinor, dueMinor } = order
  const paymentRows = [
    { name: 'paid', minor: paidMinor },
    { name: 'refunded', minor: refundedMinor },
    { name: order.status === 'payment_pending' ? 'awaited' : 'due', minor: dueMinor },
  ] as const

  return (
    <Section title={t('order.total.title')}>
      <dl className={classes.terms}>
        {totalTerms(order).map((term) => (
          <div key={nameOf(term)} className={classes.term}>
            <dt>{nameOf(term)}</dt>
            <dd>{money(term.minor)}</dd>
          </div>
        ))}
        <div className={`${classes.term} ${classes.sum}`}>
          <dt>{t('order.total.total')}</dt>
          <dd>{money(totalMinor)}</dd>
        </div>
        {paymentRows
          .filter(({ minor }) => minor > 0)
          .map(({ name, minor }) => (
            <div key={name} className={classes.term} data-name={name}>
              <dt>{t(`order.total.${name}`)}</dt>
              <dd>{money(minor)}</dd>
            </div>
          ))}
      </dl>
      <p className={classes.note}>{t(`pricing.tax.${total.tax.reason}`)}</p>
      {total.display.currency === 'USD' ? null : (
        <p className={classes.note}>
          {t('order.total.display', { amount: money(total.display.totalMinor, total.display.currency) })}
        </p>
      )}
      {total.points > 0 && !isEnded(order.status) ? (
        <p className={classes.note}>{t('order.total.points', { points: total.points })}</p>
      ) : null}
    </Section>
  )
}
