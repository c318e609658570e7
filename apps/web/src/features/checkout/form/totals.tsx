import type { CheckoutView } from '@cotation/contracts'
import type { ReactNode } from 'react'
import type { Draft } from '#features/checkout/form/draft.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { currencyName } from '#lib/texts/money.ts'
import classes from './summary.module.css'

type Total = NonNullable<CheckoutView['total']>

interface TotalsProps {
  total: Total
  draft: Draft
  isUpdating: boolean
}

/** Every term of the total in the display currency, with a note where it needs an explanation. */
export function Totals({ total, draft, isUpdating }: TotalsProps) {
  const t = useTranslations('checkout.summary')
  const technology = useTranslations('checkout.technology')
  const { money } = useFormats()
  const { display, smallOrder } = total
  const { currency } = display
  const format = (minor: number) => money(minor, currency)
  const names = smallOrder.map(({ technologyId }) => technology(`${technologyId}`)).join(', ')

  return (
    <dl className={classes.totals} aria-busy={isUpdating}>
      <Term name={t('goods', { count: total.lines.length })} value={format(display.goodsMinor)} />
      {display.servicesMinor > 0 ? <Term name={t('services')} value={format(display.servicesMinor)} /> : null}
      {display.smallOrderMinor > 0 ? (
        <Term name={t('smallOrder')} value={format(display.smallOrderMinor)} note={t('smallOrderNote', { names })} />
      ) : null}
      {display.discountMinor > 0 ? <Term name={t('discount')} value={`−${format(display.discountMinor)}`} /> : null}
      <Shipping {...{ total, draft, format }} />
      <Tax {...{ total, format }} />
      <div className={classes.total}>
        <dt>{t('total')}</dt>
        <dd>
          <data value={total.totalMinor}>{format(display.totalMinor)}</data>
        </dd>
      </div>
      {currency === 'USD' ? null : (
        <div className={classes.note}>
          <dt className="visually-hidden">{t('currency')}</dt>
          <dd>{t('currencyNote', { currency: currencyName(currency), total: money(total.totalMinor) })}</dd>
        </div>
      )}
    </dl>
  )
}

function Term({ name, value, note }: { name: string; value: ReactNode; note?: string | undefined }) {
  return (
    <div>
      <dt>
        {name}
        {note ? <span className={classes.soft}>{note}</span> : null}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

interface TermProps {
  total: Total
  format: (minor: number) => string
}

function Shipping({ total: { display, shipping }, draft, format }: TermProps & { draft: Draft }) {
  const t = useTranslations('checkout.summary')
  const { money } = useFormats()
  const isCollected = draft.collects && shipping.minor === 0
  const note = shipping.discountMinor > 0 ? t('shippingLess', { amount: money(shipping.discountMinor) }) : undefined
  return <Term name={t('shipping')} value={isCollected ? t('collect') : format(display.shippingMinor)} note={note} />
}

function Tax({ total: { display, tax }, format }: TermProps) {
  const t = useTranslations('checkout.summary')
  const reason = useTranslations('pricing.tax')
  const name = tax.ratePercent > 0 ? t('tax', { rate: tax.ratePercent }) : t('noTax')
  return <Term name={name} value={format(display.taxMinor)} note={reason(tax.reason)} />
}
