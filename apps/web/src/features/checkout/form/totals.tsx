import type { CheckoutView } from '@cotation/contracts'
import { partsMinorOf } from '@cotation/domain'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useLandedChargeText } from '#lib/texts/landed-charge.ts'
import { currencyName } from '#lib/texts/money.ts'
import type { PaymentPick } from '#ui/pay/payment-pick.ts'
import { Hint } from '#ui/text.tsx'
import classes from './form.module.css'
import { useShownAmounts } from './shown-amounts.ts'
import type { CheckoutProps } from './use-checkout.ts'

interface TotalsProps extends CheckoutProps {
  total: NonNullable<CheckoutView['total']>
}

/** Every term of the total in the shown currency, with a note where it needs an explanation. */
export function Totals({ total, checkout: { draft, preview } }: TotalsProps) {
  const t = useTranslations('checkout.summary')
  const technology = useTranslations('checkout.technology')
  const taxReason = useTranslations('pricing.tax')
  const levelTexts = useTranslations('pricing')
  const { format, fromUsd } = useShownAmounts(preview.view)
  const { display, smallOrder, shipping, tax } = total

  const names = smallOrder.map(({ technologyId }) => technology(`${technologyId}`)).join(', ')
  const shippingNote = shipping.discountMinor > 0 ? t('shippingLess', { amount: fromUsd(shipping.discountMinor) }) : ''
  const hasServices = display.servicesMinor > 0
  const servicesNote = hasServices ? t('servicesIncluded', { amount: format(display.servicesMinor) }) : ''
  const vat = preview.view?.vat
  const vatNote = vat === 'invalid' || vat === 'unknown' ? t(`vat.${vat}`) : ''
  const isCollected = draft.collects && shipping.minor === 0

  return (
    <dl className={classes.totals} aria-busy={preview.isUpdating} data-stale={preview.isStale || undefined}>
      <Term
        name={t('parts', { count: total.lines.length })}
        value={format(partsMinorOf(display))}
        note={servicesNote}
      />
      {display.smallOrderMinor > 0 ? (
        <Term name={t('smallOrder')} value={format(display.smallOrderMinor)} note={t('smallOrderNote', { names })} />
      ) : null}
      {total.levelDiscount ? (
        <Term
          name={levelTexts('levelDiscount', {
            level: levelTexts(`levels.${total.levelDiscount.level}`),
            percent: total.levelDiscount.percent,
          })}
          value={`−${format(display.levelDiscountMinor ?? 0)}`}
        />
      ) : null}
      {display.discountMinor > 0 ? <Term name={t('discount')} value={`−${format(display.discountMinor)}`} /> : null}
      <Term
        name={t('shipping')}
        value={isCollected ? t('collect') : format(display.shippingMinor)}
        note={shippingNote}
      />
      <Term
        name={tax.ratePercent > 0 ? t('tax', { rate: tax.ratePercent }) : t('noTax')}
        value={format(display.taxMinor)}
        note={[taxReason(tax.reason), vatNote].filter(Boolean).join(' ')}
      />
      <div className={classes.total}>
        <dt>{t('total')}</dt>
        <dd>
          <data value={total.totalMinor}>{format(display.totalMinor)}</data>
        </dd>
      </div>
      <CurrencyNote total={total} pay={draft.pay} />
    </dl>
  )
}

/** Amounts in another currency than USD are indicative: what is charged instead, and how it is fixed. */
function CurrencyNote({ total, pay }: { total: TotalsProps['total']; pay: PaymentPick }) {
  const t = useTranslations('checkout.summary')
  const { money } = useFormats()
  const { currency } = total.display
  if (currency === 'USD') return null

  const chargeText = () => {
    const values = { total: money(total.totalMinor), currency: currencyName(pay.bankCurrency) }
    if (pay.method !== 'bank_transfer') return t('chargedUsd', values)
    return pay.bankCurrency === 'USD' ? t('transferUsd', values) : t('transferFixed', values)
  }

  return (
    <div className={classes.note}>
      <dt className="visually-hidden">{t('currency')}</dt>
      <dd>
        {t('currencyNote', { currency: currencyName(currency) })} {chargeText()}
      </dd>
    </div>
  )
}

/** What customs will charge beside the total: an estimate, never part of the order. */
export function ImportCharges({ view }: { view: CheckoutView }) {
  const { landed, total } = view
  const t = useTranslations('checkout.summary')
  const landedText = useTranslations('pricing.landed')
  const gapText = useTranslations('pricing.landedGaps')
  const { format, fromUsd, chargesMinor, importMinor } = useShownAmounts(view)
  const chargeText = useLandedChargeText(fromUsd)

  if (!landed || !total) return null
  if (landed.state === 'unknown') return <Hint>{gapText(landed.gap)}</Hint>
  if (landed.state === 'free-circulation') return <Hint>{landedText('free')}</Hint>

  const landedMinor = total.display.totalMinor + importMinor

  return (
    <details className={classes.imports}>
      <summary>
        {t('duties')} <strong>{format(importMinor)}</strong>
      </summary>
      <dl className={classes.totals}>
        {landed.charges.map((charge, index) => {
          const { name, note } = chargeText(charge)
          return <Term key={name} name={name} value={format(Number(chargesMinor[index]))} note={note} />
        })}
        <Term name={t('landed')} value={format(landedMinor)} />
      </dl>
      <Hint>{landedText('estimate')}</Hint>
    </details>
  )
}

function Term({ name, value, note = '' }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>
        {name}
        {note === '' ? null : <Hint as="div">{note}</Hint>}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
