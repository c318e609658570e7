import {
  type Catalogue,
  type Configuration,
  defaultConfiguration,
  type Fault,
  faultValues,
  leadTiers,
  type Money,
  type PartMeasures,
  selectColour,
  selectionOf,
  selectService,
} from '@cotation/domain'
import { type AnalysedBody, findingValues, type PartAnalysis } from '@cotation/geometry'
import {
  judgeLine,
  type LinePrice,
  type MatrixCell,
  orderLineOf,
  orderTotal,
  partFindings,
  partMeasuresOf,
  priceMatrix,
  promisedDates,
} from '@cotation/pricing'
import type { MeasuredFile } from '../report.ts'
import type { Texts } from '../texts.ts'
import type { QuoteRequest } from './quote-request.ts'

/** One line of a quote: a distinct body of a file, as often as the file has it times the quantity. */
export interface QuotedLine {
  file: string
  body: string
  material: string
  process: string
  quantity: number
  unitPrice: Money
  linePrice: Money
  leadDays: number
  shipDate: string
  deliveryDate: string
  breakdown: { term: string; name: string; minor: number; reason: string }[]
  findings: MeasuredFile['findings']
  manualQuote: string[]
  curve: MatrixCell[]
  carriage: { carrier: string; minor: number; deliveryDate: string }[]
  /** With the cheapest carrier, small-order adjustment and VAT. */
  total:
    | { minor: number; currency: string; smallOrderMinor: number; shippingMinor: number; taxMinor: number; tax: string }
    | undefined
  /** Why no carrier takes it. */
  notShipped: string[]
}

/** A line that the rules forbid, with every reason. */
export interface ForbiddenLine {
  file: string
  body: string
  material: string
  faults: (Fault & { message: string })[]
}

/** Of product.md: the quantities every customer compares. */
const curveQuantities = [1, 2, 5, 10, 20, 50, 100]

function configurationOf(
  part: PartMeasures,
  quantity: number,
  request: QuoteRequest,
  catalogue: Catalogue,
): Configuration {
  const { material, process, colourId, toleranceId, lead, services } = request
  let configuration: Configuration = { ...defaultConfiguration(part, material.id, catalogue, quantity), lead }
  if (process) configuration = { ...configuration, process }
  if (toleranceId) configuration = { ...configuration, toleranceId }
  if (colourId) configuration = selectColour(configuration, colourId, catalogue).configuration

  for (const service of services) {
    const counted = service.id === 'anodizing' ? { ...service, quantity } : service
    configuration = selectService(configuration, counted, catalogue).configuration
  }

  return configuration
}

const termName = (term: string, catalogue: Catalogue, texts: Texts): string =>
  catalogue.services.find(({ id }) => id === term)?.name[texts.language] ?? texts.say(`pricing.terms.${term}`)

/** The platform's verdict on a body. The risks accepted are those whose rules the command line names. */
function judged(
  body: AnalysedBody,
  { file, analysis }: Measured,
  part: PartMeasures,
  configuration: Configuration,
  catalogue: Catalogue,
) {
  const findings = partFindings({ measures: part, analysis, body, fileName: file }, configuration, catalogue)
  const acceptedRules = selectionOf(configuration, 'risk-acceptance')?.ruleIds ?? []
  const accepted = findings.filter(({ rule }) => acceptedRules.includes(rule))

  return judgeLine({
    part: { measures: part, findings },
    configuration,
    acceptances: accepted.map((finding) => ({ finding })),
    expert: undefined,
    catalogue,
  })
}

export interface Measured {
  file: string
  analysis: PartAnalysis
}

/** What each carrier asks and when it delivers, the cheapest first; or why none does. */
function carriageOf(price: LinePrice, part: PartMeasures, country: string, now: number, catalogue: Catalogue) {
  const line = orderLineOf(price, part, catalogue)
  const { workingDays } = price.leadTime
  const totals = catalogue.shipping.carriers.map(({ id }) => ({
    carrier: id,
    total: orderTotal({ lines: [line], destination: country, carrier: id }, catalogue),
  }))
  const offers = totals.flatMap(({ carrier, total }) => {
    if ('refusals' in total) return []
    const { transitDays } = total.shipping
    return [{ carrier, total, dates: promisedDates({ orderedAt: now, workingDays, transitDays, country }, catalogue) }]
  })

  return {
    offers: offers.toSorted((a, b) => a.total.totalMinor - b.total.totalMinor),
    refusals: offers.length > 0 ? [] : totals.flatMap(({ total }) => ('refusals' in total ? total.refusals : [])),
  }
}

/** Prices one body of a measured file for a request made at `now` (epoch ms). */
export function quotedLine(
  body: AnalysedBody,
  measured: Measured,
  request: QuoteRequest,
  { catalogue, texts, now }: { catalogue: Catalogue; texts: Texts; now: number },
): QuotedLine | ForbiddenLine {
  const part = partMeasuresOf(body)
  const configuration = configurationOf(part, request.quantity * body.count, request, catalogue)
  const { findings, faults, price } = judged(body, measured, part, configuration, catalogue)
  const head = { file: measured.file, body: body.name, material: request.material.id }

  if (!price) {
    const message = (fault: Fault) =>
      texts.say(`configuration.fault.${fault.code}`, faultValues(fault, catalogue, texts.language))
    return { ...head, faults: faults.map((fault) => ({ ...fault, message: message(fault) })) }
  }

  const { offers, refusals } = carriageOf(price, part, request.country, now, catalogue)
  const [cheapest] = offers
  const workshop = promisedDates(
    { orderedAt: now, workingDays: price.leadTime.workingDays, transitDays: [0, 0], country: request.country },
    catalogue,
  )

  const quantities = [...new Set([...curveQuantities, price.quantity])].sort((a, b) => a - b)
  const axes = { quantities, leads: leadTiers, materialIds: [request.material.id] }
  const [row] = priceMatrix(part, configuration, axes, catalogue)

  return {
    ...head,
    process: price.process,
    quantity: price.quantity,
    unitPrice: price.unitPrice,
    linePrice: price.linePrice,
    leadDays: price.leadTime.workingDays,
    shipDate: workshop.ship,
    deliveryDate: cheapest?.dates.deliveryLatest ?? workshop.ship,
    breakdown: price.breakdown.map(({ term, minor, reason }) => ({
      term,
      name: termName(term, catalogue, texts),
      minor,
      reason: texts.say(`pricing.reasons.${reason.code}`, reason.values),
    })),
    findings: findings.map(({ finding }) => ({
      ...finding,
      message: texts.say(`geometry.finding.${finding.rule}`, findingValues(finding, texts.number)),
    })),
    manualQuote: price.manualQuote.map((reason) => texts.say(`pricing.manual.${reason}`)),
    curve: row?.ok ? row.cells : [],
    carriage: offers.map(({ carrier, total, dates }) => ({
      carrier,
      minor: total.shipping.minor,
      deliveryDate: dates.deliveryLatest,
    })),
    total: cheapest && {
      minor: cheapest.total.totalMinor,
      currency: 'USD',
      smallOrderMinor: cheapest.total.smallOrderMinor,
      shippingMinor: cheapest.total.shipping.minor,
      taxMinor: cheapest.total.tax.minor,
      tax: texts.say(`pricing.tax.${cheapest.total.tax.reason}`),
    },
    notShipped: [...new Set(refusals.map(({ code, detail }) => texts.say(`pricing.refusals.${code}`, detail)))],
  }
}
