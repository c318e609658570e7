import type { Catalogue } from '@cotation/domain'
import type { LinePrice } from '@cotation/pricing'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { deliveryDate } from './figures/delivery-date.ts'
import type { PricedOffer } from './figures/priced-offer.ts'
import classes from './offer.module.css'
import { useFaultText, useFigures } from './use-figures.ts'
import { useSettled } from './use-settled.ts'

/** Long enough for somebody to finish a number, short enough to be an answer to it. */
const quietMs = 1000

interface LinePriceTagProps {
  offer: PricedOffer
  catalogue: Catalogue
  now: number
}

/** The price of the line, large; or why there is none, or why a person looks at it first. */
export function LinePriceTag({ offer, catalogue, now }: LinePriceTagProps) {
  const t = useTranslations('parts.offer')
  const manual = useTranslations('pricing.manual')
  const { money } = useFigures()
  const faultText = useFaultText(catalogue)
  const { price, faults } = offer
  return (
    <div className={classes.tag}>
      {price ? (
        <p>
          <span className={classes.tagLabel}>{t('linePrice', { quantity: price.quantity })}</span>
          <data className={classes.price} value={price.linePrice.minor}>
            {money(price.linePrice.minor)}
          </data>
        </p>
      ) : (
        <p className={classes.strong}>{t('noPrice')}</p>
      )}
      <p className={classes.soft}>
        {t('conditions')} {price ? <LeastOrder price={price} catalogue={catalogue} /> : null}
      </p>
      {/* What is wrong with the quantity stands beside its field. */}
      {faults
        .filter(({ field }) => field !== 'quantity')
        .map((fault) => (
          <p key={`${fault.code} ${fault.field}`} className={classes.wrong}>
            {faultText(fault)}
          </p>
        ))}
      {price && price.manualQuote.length > 0 ? (
        <div className={classes.manual}>
          {price.manualQuote.map((reason) => (
            <p key={reason}>{t('manual', { reason: manual(reason) })}</p>
          ))}
          <Link to="/contact" search={{ topic: 'quote' }}>
            {t('expert')}
          </Link>
        </div>
      ) : null}
      <Spoken offer={offer} catalogue={catalogue} now={now} />
    </div>
  )
}

/** A part of a few cents is not sent for them: what an order costs at least is said before, not at the checkout. */
function LeastOrder({ price, catalogue }: { price: LinePrice; catalogue: Catalogue }) {
  const t = useTranslations('parts.offer')
  const { language } = useLanguage()
  const { money } = useFigures()
  const { technologyId } = catalogue.processes[price.process]
  const technology = catalogue.technologies.find(({ id }) => id === technologyId)
  const leastMinor = 100 * (technology?.minOrderUsd ?? 0)
  if (!technology || price.linePrice.minor >= leastMinor) return null
  return t('leastOrder', { technology: technology.name[language], price: money(leastMinor) })
}

/** The outcome in one sentence for those who do not see it change, once the choosing pauses. */
function Spoken({ offer: { price, faults }, catalogue, now }: LinePriceTagProps) {
  const t = useTranslations('parts.offer')
  const { money, day } = useFigures()
  const faultText = useFaultText(catalogue)
  const date = price && deliveryDate(price.leadTime.workingDays, now, catalogue)
  const figures = price && { price: money(price.linePrice.minor), quantity: price.quantity }
  const priced = figures && (date ? t('told', { ...figures, date: day(date) }) : t('toldPrice', figures))
  const text = priced ?? [t('noPrice'), ...faults.map(faultText)].join('. ')
  return (
    <p className="visually-hidden" role="status">
      {useSettled(text, quietMs)}
    </p>
  )
}
