import type { LineView, ProjectView } from '@cotation/contracts'
import { type Address, type Catalogue, hsCodeText, minorOf, type QuoteTotal, shownSizeMm } from '@cotation/domain'
import { findingValues } from '@cotation/geometry'
import { type DeliveryRoute, deliveryDate, deliveryRoute, type LandedCharge, shipDate } from '@cotation/pricing'
import type { Config } from '#core/config.ts'
import { projectEstimate, projectTotal } from '#features/quote/view/project-total.ts'
import { addressWords } from '#src/papers/address-words.ts'
import { choiceFacts } from '#src/papers/choice-facts.ts'
import { countryName, type Words } from '#src/papers/paper-words.ts'
import { sellerWords } from '#src/papers/seller-words.ts'

type Brand = Config['brand']

/** The texts of a quotation, in the customer's language. */
export interface QuotationContent {
  number: string
  brand: Brand
  seller: string[]
  heading: [name: string, value: string][]
  customer: string[]
  project: string
  lines: QuotedLine[]
  subtotal: string
  /** Notes beside the subtotal: what it includes and what it leaves out. */
  notes: string[]
  /** The estimate for the project's country; undefined without a country or an estimate. */
  landed: { title: string; texts: string[] } | undefined
  excluded: string[]
  risks: { line: string; accepted: string[] }[]
  terms: string[]
}

/** Who a quotation is made out to. */
export interface BilledCustomer {
  name: string
  company: string
  email: string
  /** The default billing address of a company; null for a person. */
  billing: Address | null
}

interface QuotationFacts {
  project: ProjectView
  catalogue: Catalogue
  customer: BilledCustomer | undefined
  brand: Brand
  vatNumber: string
  termsUrl: string
  now: Date
}

/** Day, project and revision, so that equal numbers mean equal content. */
function quotationNumber({ id, revision }: Pick<ProjectView, 'id' | 'revision'>, now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '')
  return `${day}-${id.slice(0, 8).toUpperCase()}-${revision}`
}

/** Notes on technologies whose minimum order the ready lines do not reach. */
const minimumNotes = ({ smallOrder }: QuoteTotal, { technologies }: Catalogue, words: Words): string[] =>
  smallOrder.flatMap(({ technologyId, minor }) => {
    const technology = technologies.find(({ id }) => id === technologyId)
    if (!technology) return []

    const values = { minimum: words.money(minorOf(technology.minOrderUsd)), missing: words.money(minor) }
    return [words.say('quotation.minimum', { technology: technology.name[words.language], ...values })]
  })

/** What the subtotal includes and what it leaves out. */
function totalNotes(total: QuoteTotal, lines: number, catalogue: Catalogue, words: Words): string[] {
  const { ready, undecided, orderedLines } = total
  const unpriced = lines - ready.lines - orderedLines
  const say = (key: string, values: Record<string, string | number>) => words.say(`quotation.${key}`, values)

  return [
    say('pricedLines', { priced: ready.lines, lines }),
    ...(unpriced > 0 ? [say('unpricedNote', { count: unpriced })] : []),
    ...(undecided.lines > 0 ? [say('undecidedNote', { amount: words.money(undecided.minor) })] : []),
    ...(orderedLines > 0 ? [say('orderedNote', { count: orderedLines })] : []),
    ...minimumNotes(total, catalogue, words),
  ]
}

/** A charge on import with its base and rate: "Customs duty, HS code 3926.90: $13.98 (6.5% of …)". */
function chargeText(
  { kind, name, hsCode, base, baseMinor, ratePercent, amountMinor, allowance }: LandedCharge,
  words: Words,
) {
  const own = name[words.language]
  const rate = words.say(`pricing.landed.rate.${kind}-${base}`, { rate: ratePercent, base: words.money(baseMinor) })
  const exempt =
    allowance && words.say('pricing.landed.exempt', { amount: allowance.amount, currency: allowance.currency })

  return words.say('quotation.landed.charge', {
    name: hsCode ? words.say('pricing.landed.duty', { name: own, code: hsCodeText(hsCode) }) : own,
    amount: words.money(amountMinor),
    rate: exempt ? `${rate}, ${exempt}` : rate,
  })
}

type CountryEstimate = NonNullable<ReturnType<typeof projectEstimate>>

/** Carriage by the cheapest carrier, duty and tax, each on its own line. */
function landedContent(
  { country, estimate }: CountryEstimate,
  catalogue: Catalogue,
  words: Words,
): QuotationContent['landed'] {
  if ('refusals' in estimate) return undefined

  const say = (key: string, values: Record<string, string | number>) => words.say(`quotation.landed.${key}`, values)
  const { order, landed, totalMinor } = estimate
  const { shipping, tax, smallOrderMinor } = order
  const carrier = catalogue.shipping.carriers.find(({ id }) => id === shipping.carrier)?.service ?? shipping.carrier

  const charges = landed.state === 'estimated' ? landed.charges.map((charge) => chargeText(charge, words)) : []
  const gap = landed.state === 'unknown' ? [words.say(`pricing.landedGaps.${landed.gap}`)] : []
  const total = say(landed.state === 'unknown' ? 'partial' : 'total', { amount: words.money(totalMinor) })

  return {
    title: say('title', { country: countryName(country, words.language) }),
    texts: [
      ...(smallOrderMinor > 0 ? [say('smallOrder', { amount: words.money(smallOrderMinor) })] : []),
      say('carriage', { carrier, amount: words.money(shipping.minor) }),
      ...(tax.minor > 0 ? [say('tax', { rate: tax.ratePercent, amount: words.money(tax.minor) })] : []),
      ...charges,
      ...gap,
      total,
      words.say('pricing.landed.estimate'),
    ],
  }
}

/** Who the quotation is made out to: a company by its billing address, as on its later papers. */
function customerWords({ name, company, email, billing }: BilledCustomer, words: Words): string[] {
  if (!billing) return [company, name, email].filter(Boolean)

  const address = { ...billing, company: billing.company || company }
  return [...addressWords(address, words), email]
}

export function quotationContent(facts: QuotationFacts, words: Words): QuotationContent {
  const { project, customer, brand, catalogue, now } = facts
  const say = (key: string, values?: Record<string, string | number>) => words.say(`quotation.${key}`, values)
  const shown = projectEstimate(project, catalogue)
  const route = shown && deliveryRoute(shown.estimate, shown.country, catalogue)
  const lines = project.lines.map((line, index) => quotedLine(line, index + 1, { catalogue, words, now, route }))
  const total = projectTotal(project, catalogue)
  const number = quotationNumber(project, now)
  const validUntil = words.day(project.validUntil)

  return {
    number,
    brand,
    seller: sellerWords(facts, words),
    heading: [
      [say('number'), number],
      [say('date'), words.day(now)],
      [say('validUntil'), validUntil],
    ],
    customer: customer ? customerWords(customer, words) : [say('visitor')],
    project: project.name,
    lines,
    subtotal: words.money(total.ready.minor),
    notes: totalNotes(total, lines.length, catalogue, words),
    landed: shown && landedContent(shown, catalogue, words),
    excluded: [say('excluded.shipping'), say('excluded.taxes')],
    risks: lines.flatMap(({ number: line, name, risks }) =>
      risks.length > 0 ? [{ line: say('risks.line', { line, name }), accepted: risks }] : [],
    ),
    terms: [
      say('terms.validity', { date: validUntil, version: project.catalogueVersion }),
      say('terms.dates', { date: words.day(now) }),
      say('terms.rounding'),
      say('terms.general', { address: facts.termsUrl }),
    ],
  }
}

/** The texts of one quoted line. */
export interface QuotedLine {
  number: number
  name: string
  thumbnailId: string | null
  /** Size, material, colour, tolerance, services …, one text each. */
  facts: string[]
  quantity: string
  offer: LineOffer | undefined
  /** Why there is no price; empty if there is one. */
  unpriced: string
  /** Accepted risks, with who accepted them and when. */
  risks: string[]
}

interface LineOffer {
  unit: string
  line: string
  lead: string
  /** Date of delivery, or of shipping while the country is unknown. */
  date: string
}

interface QuoteContext {
  catalogue: Catalogue
  words: Words
  now: Date
  /** To the project's country; undefined if it has none, or no carrier delivers there. */
  route: DeliveryRoute | undefined
}

/** On paper only lines ready to order have a price; on screen others show one that may change. */
function amountsOf({ status, price, manual, configuration }: LineView) {
  if (status !== 'ready') return undefined

  const answer = manual?.state === 'answered' ? manual.answer : null
  if (answer && answer.unitMinor !== null && answer.lineMinor !== null) {
    return { unitMinor: answer.unitMinor, lineMinor: answer.lineMinor, workingDays: answer.workingDays }
  }
  if (!price || !configuration) return undefined

  return {
    unitMinor: price.unitPrice.minor,
    lineMinor: price.linePrice.minor,
    workingDays: price.leadTime.workingDays,
  }
}

function offerOf(line: LineView, context: QuoteContext): LineOffer | undefined {
  const amounts = amountsOf(line)
  if (!amounts) return undefined

  const { catalogue, words } = context
  const { unitMinor, lineMinor, workingDays } = amounts
  const offer = { unit: words.money(unitMinor), line: words.money(lineMinor) }
  if (workingDays === null) return { ...offer, lead: '', date: '' }

  const days = words.say('quotation.days', { days: workingDays })
  const tier = line.configuration && catalogue.leadTimes.tiers[line.configuration.lead].name[words.language]

  return {
    ...offer,
    lead: tier ? words.say('quotation.lead', { days, tier }) : days,
    date: dateText(workingDays, context),
  }
}

function dateText(workingDays: number, { catalogue, words, now, route }: QuoteContext): string {
  const orderedAt = now.getTime()
  if (!route) return words.say('quotation.ships', { date: words.day(shipDate(workingDays, orderedAt, catalogue)) })

  return words.say('quotation.arrives', { date: words.day(deliveryDate(workingDays, orderedAt, route, catalogue)) })
}

function unpricedReason({ status, order, upload, manual, findings, price }: LineView, words: Words): string {
  const reason = (name: string, values?: Record<string, number>) => words.say(`quotation.unpriced.${name}`, values)
  if (order) return words.say('quotation.unpriced.orderedAs', { number: order.number })
  if (status !== 'needs-decision') return reason(status === 'ready' ? 'beyond' : status)
  if (upload.state === 'failed') return reason('unreadable')
  if (upload.state === 'expired') return reason('gone')
  if (manual?.state === 'declined') return reason('declined')

  const open = findings.filter(({ finding, accepted }) => finding.severity !== 'informs' && !accepted)
  if (open.length > 0) return reason('findings', { count: open.length })

  return reason(price && price.manualQuote.length > 0 ? 'beyond' : 'configuring')
}

function factsOf(line: LineView, context: QuoteContext): string[] {
  const { words } = context
  const fact = (name: string, values: Record<string, string | number> = {}) =>
    words.say(`quotation.fact.${name}`, values)
  const { part, configuration, price, upload, manual, comment, attachments } = line
  const [length, width, thickness] = shownSizeMm(upload.summary, part)?.map((side) => words.number(side)) ?? []
  const note = manual?.state === 'answered' ? manual.answer?.note : undefined

  return [
    ...(length && width && thickness ? [fact('size', { length, width, thickness })] : []),
    ...(configuration ? choiceFacts(configuration, price?.process, context) : []),
    ...(upload.name === line.name ? [] : [fact('file', { file: upload.name })]),
    ...(comment ? [fact('comment', { comment })] : []),
    ...(attachments.length > 0
      ? [fact('attachments', { count: attachments.length, names: attachments.map(({ name }) => name).join(', ') })]
      : []),
    ...(note === undefined ? [] : [note ? fact('expert', { note }) : fact('expertPlain')]),
  ]
}

function quotedLine(line: LineView, number: number, context: QuoteContext): QuotedLine {
  const { words } = context
  const offer = offerOf(line, context)

  return {
    number,
    name: line.name,
    thumbnailId: line.thumbnailId,
    facts: factsOf(line, context),
    quantity: line.configuration ? words.number(line.configuration.quantity) : '',
    offer,
    unpriced: offer ? '' : unpricedReason(line, words),
    risks: line.findings.flatMap((finding) => riskText(finding, words) ?? []),
  }
}

function riskText({ finding, accepted }: LineView['findings'][number], words: Words): string | undefined {
  if (!accepted) return undefined

  return words.say('quotation.risks.accepted', {
    by: accepted.by === 'visitor' ? words.say('quotation.risks.visitor') : accepted.by,
    date: words.day(accepted.at),
    finding: words.say(`geometry.finding.${finding.rule}`, findingValues(finding, words.number)),
  })
}
