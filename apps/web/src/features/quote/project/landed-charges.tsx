import { partsMinorOf } from '@cotation/domain'
import { billedWeight, customsFactsOf, type LandedCharge, type LandedEstimate } from '@cotation/pricing'
import type { ReactNode } from 'react'
import { useDeliveryDates } from '#features/quote/workspace/delivery-date.ts'
import type { CountryEstimate } from '#features/quote/workspace/estimate.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useBilledWeightText } from '#lib/texts/billed-weight.ts'
import { countryName } from '#lib/texts/country-name.ts'
import { useCustomsText } from '#lib/texts/customs-text.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { useLandedChargeText } from '#lib/texts/landed-charge.ts'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Hint, Text } from '#ui/text.tsx'
import classes from './project.module.css'

interface LandedChargesProps {
  workspace: Workspace
  shown: CountryEstimate
}

/** Every charge of the landed cost on its own line with base and rate, or why there is none. */
export function LandedCharges({ workspace, shown: { parts, estimate } }: LandedChargesProps) {
  const t = useTranslations('line.landed')
  const refusal = useTranslations('pricing.refusals')

  if (workspace.lines.length === 0) return <Text>{t('empty')}</Text>
  if ('refusals' in estimate)
    return estimate.refusals.map(({ code, detail, field }) => (
      <Text key={field}>{code === 'empty-order' ? t('notReady') : refusal(code, detail)}</Text>
    ))

  return (
    <>
      <Charges workspace={workspace} estimate={estimate} />
      <CustomsClasses catalogue={workspace.catalogue} parts={parts} goods={estimate.goods} />
      <Footnotes workspace={workspace} estimate={estimate} />
    </>
  )
}

interface EstimateProps {
  workspace: Workspace
  estimate: LandedEstimate
}

function Charges({ workspace, estimate }: EstimateProps) {
  const t = useTranslations('line.landed')
  const landedText = useTranslations('pricing.landed')
  const gapText = useTranslations('pricing.landedGaps')
  const { money } = useFormats()
  const { order, landed, totalMinor } = estimate
  const { shipping, tax } = order
  const { catalogue } = workspace
  const carrier = catalogue.shipping.carriers.find(({ id }) => id === shipping.carrier)?.service ?? shipping.carrier

  return (
    <dl className={classes.charges}>
      <Charge name={t('parts', { count: order.lines.length })} value={money(partsMinorOf(order))} />
      {order.smallOrderMinor > 0 ? (
        <Charge name={t('smallOrder')} value={money(order.smallOrderMinor)}>
          <Hint>{t('smallOrderNote')}</Hint>
        </Charge>
      ) : null}
      <Charge name={t('carriage', { carrier })} value={money(shipping.minor)}>
        <CarriageNotes workspace={workspace} order={order} />
      </Charge>
      {tax.minor > 0 ? <Charge name={t('tax', { rate: tax.ratePercent })} value={money(tax.minor)} /> : null}
      {landed.state === 'estimated'
        ? landed.charges.map((charge) => <ImportCharge key={`${charge.name.en} ${charge.hsCode}`} charge={charge} />)
        : null}
      {landed.state === 'unknown' ? <Charge name={gapText(landed.gap)} value="" /> : null}
      {landed.state === 'free-circulation' ? <Charge name={landedText('free')} value="" /> : null}
      <Charge name={t(landed.state === 'unknown' ? 'partial' : 'total')} value={money(totalMinor)} isTotal />
    </dl>
  )
}

interface ChargeProps {
  name: string
  value: string
  isTotal?: boolean
  children?: ReactNode
}

function Charge({ name, value, isTotal = false, children }: ChargeProps) {
  return (
    <div data-total={isTotal}>
      <dt>
        {name}
        {children}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Duty or tax: how much of what, and the exemption if there is one. */
function ImportCharge({ charge }: { charge: LandedCharge }) {
  const chargeText = useLandedChargeText()
  const { money } = useFormats()
  const { name, note } = chargeText(charge)

  return (
    <Charge name={name} value={money(charge.amountMinor)}>
      <Hint as="div">{note}</Hint>
    </Charge>
  )
}

type CarriageProps = Pick<EstimateProps, 'workspace'> & Pick<LandedEstimate, 'order'>

/** When the parcels arrive, and why they are billed by this weight. */
function CarriageNotes({ workspace, order: { workingDays, shipping } }: CarriageProps) {
  const t = useTranslations('line.landed')
  const { day } = useFormats()
  const { catalogue } = workspace
  const weightText = useBilledWeightText(catalogue.shipping.volumetricCm3PerKg)
  const date = useDeliveryDates(workspace)(workingDays)

  return (
    <>
      {date ? <Hint as="div">{t('arrives', { date: day(date) })}</Hint> : null}
      {shipping.cartons.map((carton) => (
        <Hint as="div" key={JSON.stringify(carton.parts)}>
          {weightText({ ...carton, ...billedWeight(carton, catalogue.shipping) })}
        </Hint>
      ))}
    </>
  )
}

type CustomsClassesProps = Pick<Workspace, 'catalogue'> & Pick<CountryEstimate, 'parts'> & Pick<LandedEstimate, 'goods'>

/** What each part is declared as (class, origin, weight, value), and the source of the classes. */
function CustomsClasses({ catalogue, parts, goods }: CustomsClassesProps) {
  const t = useTranslations('line.landed')
  const { language } = useLanguage()
  const { money, dayAndYear } = useFormats()
  const customsText = useCustomsText()

  const declared = parts.flatMap(({ id, name, orderLine }, index) => {
    const facts = customsFactsOf(orderLine, catalogue)
    return facts ? [{ id, name, facts, valueMinor: goods[index]?.valueMinor ?? 0 }] : []
  })
  if (declared.length === 0) return null

  const cited = new Set(declared.map(({ facts }) => facts.commodity.source))
  const sources = [...cited].flatMap((id) => catalogue.customs?.sources[id] ?? [])

  return (
    <details className={classes.sources}>
      <summary>{t('classes')}</summary>
      <ul>
        {declared.map(({ id, name, facts: { commodity, origin, netWeightG }, valueMinor }) => (
          <li key={id}>
            <BreakableName name={name} />
            <div>{commodity.name[language]}</div>
            <div>{customsText({ hsCode: commodity.hsCode, origin, netWeightG })}</div>
            <div>{t('value', { value: money(valueMinor) })}</div>
          </li>
        ))}
        {sources.map(({ name, date }) => (
          <li key={name}>{t('classSource', { name, date: dayAndYear(date) })}</li>
        ))}
      </ul>
    </details>
  )
}

/** What the estimate is worth: origin, sources and what it leaves out. */
function Footnotes({ workspace: { catalogue }, estimate: { landed } }: EstimateProps) {
  const t = useTranslations('line.landed')
  const landedText = useTranslations('pricing.landed')
  const { language } = useLanguage()
  const { dayAndYear } = useFormats()
  const country = countryName(catalogue.shipping.origin.country, language)
  if (landed.state !== 'estimated') return null

  const sources = new Map(landed.charges.map(({ source }) => [source.name, source]))

  return (
    <>
      <Hint>{`${landedText('estimate')} ${landedText('origin', { country })}`}</Hint>
      <details className={classes.sources}>
        <summary>{t('sources')}</summary>
        <ul>
          {[...sources.values()].map(({ name, date }) => (
            <li key={name}>{landedText('source', { name, date: dayAndYear(date) })}</li>
          ))}
        </ul>
      </details>
    </>
  )
}
