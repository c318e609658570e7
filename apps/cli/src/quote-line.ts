import {
  type Catalogue,
  type Configuration,
  defaultConfiguration,
  type Fault,
  faultValues,
  type LeadTier,
  leadTiers,
  type Money,
  type PartMeasures,
  selectColour,
  selectionOf,
  selectService,
} from '@cotation/domain'
import type { AnalysedBody } from '@cotation/geometry'
import {
  type InspectedPart,
  judgeLine,
  type LinePrice,
  leadChoices,
  type MatrixCell,
  orderLineOf,
  orderTotal,
  type PromiseRequest,
  partFindings,
  partMeasuresOf,
  priceMatrix,
  promisedDates,
  shipDate,
} from '@cotation/pricing'
import type { AnalysedFile } from './analyse-files.ts'
import { findingMessage, type ReportedFinding } from './findings.ts'
import type { QuoteRequest } from './quote-request.ts'
import type { Texts } from './texts.ts'

/** One line of a quote: a distinct body of a file; `quantity` counts its copies in the file. */
export interface QuotedLine {
  file: string
  body: string
  material: string
  process: string
  quantity: number
  unitPrice: Money
  linePrice: Money
  /** The tier that is charged, and why it is not the requested one. */
  lead: LeadTier
  leadNote: string | undefined
  leadDays: number
  shipDate: string
  deliveryDate: string
  breakdown: { term: string; name: string; minor: number; reason: string }[]
  findings: ReportedFinding[]
  manualQuote: string[]
  curve: MatrixCell[]
  carriage: { carrier: string; minor: number; deliveryDate: string }[]
  /** With the cheapest carrier, small-order adjustment and VAT. */
  total:
    | { minor: number; currency: string; smallOrderMinor: number; shippingMinor: number; taxMinor: number; tax: string }
    | undefined
  /** Why no carrier ships it. */
  notShipped: string[]
}

/** A line without a price, with every reason. */
export interface ForbiddenLine {
  file: string
  body: string
  material: string
  faults: (Fault & { message: string })[]
}

interface QuoteContext {
  catalogue: Catalogue
  texts: Texts
  /** Time of the request, in epoch milliseconds. */
  now: number
}

/** Quantities of the price curve, as on the product page. */
const curveQuantities = [1, 2, 5, 10, 20, 50, 100]

/** Prices one body of an analysed file. */
export function quoteLine(
  body: AnalysedBody,
  analysed: AnalysedFile,
  request: QuoteRequest,
  context: QuoteContext,
): QuotedLine | ForbiddenLine {
  const { catalogue, texts } = context
  const part = partMeasuresOf(body)
  const configuration = configurationOf(part, request.quantity * body.count, request, catalogue)
  const { file, analysis } = analysed
  const { findings, faults, price } = judge(
    { measures: part, analysis, body, fileName: file },
    configuration,
    catalogue,
  )

  const message = (fault: Fault) =>
    texts.say(`configuration.fault.${fault.code}`, faultValues(fault, catalogue, texts.language))

  const head = { file, body: body.name, material: request.material.id }
  if (!price) {
    return { ...head, faults: faults.map((fault) => ({ ...fault, message: message(fault) })) }
  }

  const { offers, refusals } = shippingOf(price, part, request.country, context)
  const [cheapest] = offers
  const shipped = shipDate(price.leadTime.workingDays, context.now, catalogue)
  const refusedLead = leadChoices(part, configuration, catalogue).find(({ lead }) => lead === request.lead)?.fault

  return {
    ...head,
    process: price.process,
    quantity: price.quantity,
    unitPrice: price.unitPrice,
    linePrice: price.linePrice,
    lead: price.lead,
    leadNote: refusedLead && message(refusedLead),
    leadDays: price.leadTime.workingDays,
    shipDate: shipped,
    deliveryDate: cheapest?.dates.deliveryLatest ?? shipped,
    breakdown: price.breakdown.map(({ term, minor, reason }) => ({
      term,
      name: termName(term, context),
      minor,
      reason: texts.say(`pricing.reasons.${reason.code}`, reason.values),
    })),
    findings: findings.map(({ finding }) => ({ ...finding, message: findingMessage(finding, texts) })),
    manualQuote: price.manualQuote.map((reason) => texts.say(`pricing.manual.${reason}`)),
    curve: priceCurve(part, configuration, price.quantity, catalogue),
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
    const selection = service.id === 'anodizing' ? { ...service, quantity } : service
    configuration = selectService(configuration, selection, catalogue).configuration
  }

  return configuration
}

/** The accepted risks are those whose rules the command line names. */
function judge(part: InspectedPart, configuration: Configuration, catalogue: Catalogue) {
  const findings = partFindings(part, configuration, catalogue)
  const acceptedRules = selectionOf(configuration, 'risk-acceptance')?.ruleIds ?? []
  const accepted = findings.filter(({ rule }) => acceptedRules.includes(rule))

  return judgeLine({
    part: { measures: part.measures, findings },
    measured: part.analysis,
    configuration,
    acceptances: accepted.map((finding) => ({ finding })),
    expert: undefined,
    catalogue,
  })
}

const termName = (term: string, { catalogue, texts }: QuoteContext): string =>
  catalogue.services.find(({ id }) => id === term)?.name[texts.language] ?? texts.say(`pricing.terms.${term}`)

const datesOf = (
  { leadTime }: LinePrice,
  transitDays: PromiseRequest['transitDays'],
  country: string,
  { catalogue, now }: QuoteContext,
) => promisedDates({ orderedAt: now, workingDays: leadTime.workingDays, transitDays, country }, catalogue)

/** Price and dates of each carrier, cheapest first; if none ships the line, the reasons. */
function shippingOf(price: LinePrice, part: PartMeasures, country: string, context: QuoteContext) {
  const { catalogue } = context
  const line = orderLineOf(price, part, catalogue)
  const totals = catalogue.shipping.carriers.map(({ id }) => ({
    carrier: id,
    total: orderTotal({ lines: [line], destination: country, carrier: id }, catalogue),
  }))

  const offers = totals.flatMap(({ carrier, total }) => {
    if ('refusals' in total) return []
    return [{ carrier, total, dates: datesOf(price, total.shipping.transitDays, country, context) }]
  })
  if (offers.length === 0) {
    return { offers, refusals: totals.flatMap(({ total }) => ('refusals' in total ? total.refusals : [])) }
  }

  return { offers: offers.toSorted((a, b) => a.total.totalMinor - b.total.totalMinor), refusals: [] }
}

/** Unit prices of the usual quantities and of `quantity`, for every lead time. */
function priceCurve(
  part: PartMeasures,
  configuration: Configuration,
  quantity: number,
  catalogue: Catalogue,
): MatrixCell[] {
  const quantities = [...new Set([...curveQuantities, quantity])].sort((a, b) => a - b)
  const axes = { quantities, leads: leadTiers, materialIds: [configuration.materialId] }
  const [row] = priceMatrix(part, configuration, axes, catalogue)
  return row?.ok ? row.cells : []
}
