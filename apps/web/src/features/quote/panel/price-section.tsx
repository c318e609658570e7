import type { LinePrice } from '@cotation/pricing'
import { FaultTexts } from '#features/quote/choices/fields.tsx'
import type { PanelScope } from '#features/quote/choices/panel-scope.ts'
import { Help } from '#features/quote/choices/section.tsx'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import { useNames } from '#features/quote/workspace/use-texts.ts'
import { useSettled } from '#features/quote/workspace/use-timers.ts'
import type { PriceDifference, WorkLine } from '#features/quote/workspace/work-line.ts'
import { countryName } from '#lib/texts/country-name.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import classes from './panel.module.css'
import { PriceBreakdown, PriceChange } from './price-breakdown.tsx'

/** Long enough to finish typing a number, short enough to be noticed as its result. */
const announceAfterMs = 1000

/** Price and delivery date of the line, whether it is an estimate, and how it is made up. */
export function PriceSection({ scope, validUntil }: { scope: PanelScope; validUntil: string }) {
  const t = useTranslations('panel.price')
  const { language } = useLanguage()
  const { line, catalogue, country } = scope
  const { price } = line

  return (
    <section className={classes.price} aria-label={t('title')}>
      <Figures scope={scope} />
      <PriceStanding line={line} validUntil={validUntil} />
      {price ? <ManualReasons price={price} isEstimate={line.source === 'browser'} /> : null}
      <p className={classes.soft}>
        {t('conditions', { country: countryName(country, language) })}{' '}
        {price ? <MinimumOrder price={price} scope={scope} /> : null}
      </p>
      <PriceChange key={line.id} price={price} catalogue={catalogue} />
      {price ? <PriceBreakdown price={price} catalogue={catalogue} /> : null}
      <Announcement scope={scope} />
    </section>
  )
}

/** An expert's price takes precedence over the calculated one. */
function Figures({ scope: { line, dateAfter, catalogue, configuration } }: { scope: PanelScope }) {
  const t = useTranslations('panel.price')
  const { money, day } = useFormats()
  const names = useNames(catalogue)
  const price = shownPrice(line)
  if (!price)
    return (
      <div className={classes.figures}>
        <p className={classes.strong}>{t('none')}</p>
        <FaultTexts faults={line.faults} catalogue={catalogue} />
      </div>
    )

  const { lineMinor, unitMinor, workingDays, by, isFrom } = price
  const date = dateAfter(workingDays)
  const { quantity, lead } = configuration

  return (
    <div className={classes.figures}>
      <p>
        <span className={classes.label}>
          {by === 'expert' ? t('expertLine', { quantity }) : t('line', { quantity })}
        </span>
        <data className={classes.large} value={lineMinor}>
          {isFrom ? t('from', { price: money(lineMinor) }) : money(lineMinor)}
        </data>
      </p>
      <p className={classes.soft}>{t('perPart', { price: money(unitMinor) })}</p>
      {isFrom ? <FaultTexts faults={line.faults} catalogue={catalogue} /> : null}
      {date ? (
        <p>
          <time dateTime={date}>
            {t('delivery', { date: day(date), lead: names.lead(lead), days: workingDays ?? 0 })}
          </time>
        </p>
      ) : null}
    </div>
  )
}

/**
 * Why an expert must make or confirm this price. That the part cannot be made is already said by
 * `PriceStanding` once the price is not an estimate any more.
 */
function ManualReasons({ price: { manualQuote }, isEstimate }: { price: LinePrice; isEstimate: boolean }) {
  const t = useTranslations('panel.price')
  const reason = useTranslations('pricing.manual')
  const reasons = manualQuote.filter((one) => one !== 'findings' || isEstimate)
  if (reasons.length === 0) return null

  return (
    <div className={classes.manual}>
      {reasons.map((one) => (
        <p key={one}>{t('manual', { reason: reason(one) })}</p>
      ))}
    </div>
  )
}

/** The minimum order value, shown here already if the line is below it. */
function MinimumOrder({ price, scope: { catalogue } }: { price: LinePrice; scope: PanelScope }) {
  const t = useTranslations('panel.price')
  const { language } = useLanguage()
  const { money } = useFormats()
  const { technologyId } = catalogue.processes[price.process]
  const technology = catalogue.technologies.find(({ id }) => id === technologyId)
  const minimumMinor = 100 * (technology?.minOrderUsd ?? 0)
  if (!technology || price.linePrice.minor >= minimumMinor) return null

  return t('leastOrder', { technology: technology.name[language], price: money(minimumMinor) })
}

/** Announces the price to screen readers after a pause. */
function Announcement({ scope: { line, dateAfter, configuration } }: { scope: PanelScope }) {
  const t = useTranslations('panel.price')
  const { money, day } = useFormats()

  const text = () => {
    const price = shownPrice(line)
    if (!price) return t('none')

    const { lineMinor, workingDays, isFrom } = price
    const amount = isFrom ? t('from', { price: money(lineMinor) }) : money(lineMinor)
    const date = dateAfter(workingDays)
    const figures = { price: amount, quantity: configuration.quantity }
    return date ? t('spoken', { ...figures, date: day(date) }) : t('spokenPrice', figures)
  }

  return (
    <p className="visually-hidden" role="status">
      {useSettled(text(), announceAfterMs)}
    </p>
  )
}

/** Only a line that can be ordered has a firm price; for the others, what its price is worth. */
function PriceStanding({ line, validUntil }: { line: WorkLine; validUntil: string }) {
  const t = useTranslations('panel.price')
  const { date } = useFormats()
  const { manual } = line.view
  const isEstimate = line.source === 'browser'

  const standing = () => {
    if (line.status === 'ordered') return t('ordered')
    if (shownPrice(line)?.isIndicative) return t('indicative')
    if (line.status === 'expired') return t('over', { date: date(validUntil) })
    return line.status === 'ready' ? t('fixed', { date: date(validUntil) }) : t('undecided')
  }

  return (
    <>
      {manual?.state === 'answered' && manual.answer ? (
        <div className={classes.expert}>
          <p className={classes.strong}>{t('expertPrice')}</p>
          {manual.answer.note ? <p>{manual.answer.note}</p> : null}
        </div>
      ) : null}
      {line.price ? (
        <p className={isEstimate ? classes.estimate : classes.fixed}>
          {isEstimate ? t('estimate') : standing()}
          {isEstimate ? <Help term="estimate" /> : null}
        </p>
      ) : null}
      {line.difference ? <Difference difference={line.difference} /> : null}
    </>
  )
}

/** Product decision: a correction of more than half a percent by the server is always shown. */
function Difference({ difference: { browserMinor, serverMinor, figure, share } }: { difference: PriceDifference }) {
  const t = useTranslations('panel.price')
  const { money } = useFormats()

  return (
    <p className={classes.difference}>
      {t('difference', {
        before: money(browserMinor),
        after: money(serverMinor),
        figure: t(`figure.${figure}`),
        share: Math.abs(share),
      })}
    </p>
  )
}
