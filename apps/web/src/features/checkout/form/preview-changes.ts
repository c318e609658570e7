import type { CheckoutView } from '@cotation/contracts'
import type { Currency, LeadTier } from '@cotation/domain'

type Line = CheckoutView['lines'][number]
type Total = NonNullable<CheckoutView['total']>

/** Facts about a line, then terms of the total; each has a name in the texts. */
export type FactName =
  | 'quantity'
  | 'material'
  | 'process'
  | 'colour'
  | 'tolerance'
  | 'services'
  | 'size'
  | 'lead'
  | 'unitPrice'
  | 'linePrice'
  | 'smallOrder'
  | 'levelDiscount'
  | 'coupon'
  | 'shipping'
  | 'tax'
  | 'shownTotal'

/** A value without a language, which the screen formats. Null if there is none. */
export type FactValue =
  | { text: string }
  | { count: number }
  | { sizeMm: readonly number[] }
  | { lead: LeadTier | null; workingDays: number }
  | { minor: number; currency: Currency }
  | null

export interface Difference {
  fact: FactName
  before: FactValue
  after: FactValue
}

export interface ChangedLine {
  lineId: string | null
  name: string
  /** Only a changed line has differences. */
  kind: 'changed' | 'added' | 'removed'
  differences: Difference[]
}

/** What differs between the preview that the customer saw and the current one, except the sum. */
export interface PreviewChanges {
  lines: ChangedLine[]
  amounts: Difference[]
}

type Facts = Partial<Record<FactName, FactValue>>

const textOf = (text: string): FactValue => (text === '' ? null : { text })
const dollars = (minor: number): FactValue => (minor === 0 ? null : { minor, currency: 'USD' })

/** In the sequence in which they are listed. */
function factsOfLine(line: Line): Facts {
  return {
    quantity: { count: line.quantity },
    material: textOf(line.material),
    process: textOf(line.process),
    colour: textOf(line.colour),
    tolerance: textOf(line.tolerance),
    services: textOf(line.services.join(', ')),
    size: line.sizeMm.length > 0 ? { sizeMm: line.sizeMm } : null,
    lead: { lead: line.configuration?.lead ?? null, workingDays: line.workingDays },
    unitPrice: { minor: line.unitMinor, currency: 'USD' },
    linePrice: { minor: line.totalMinor, currency: 'USD' },
  }
}

/** Discounts are negative. The sum in USD is not among them, since it is shown separately. */
function factsOfTotal({ smallOrderMinor, levelDiscount, discountMinor, shipping, tax, display }: Total): Facts {
  const { currency, totalMinor } = display

  return {
    smallOrder: dollars(smallOrderMinor),
    levelDiscount: dollars(-(levelDiscount?.minor ?? 0)),
    coupon: dollars(-discountMinor - shipping.discountMinor),
    shipping: dollars(shipping.minor),
    tax: dollars(tax.minor),
    // The exchange rate may be all that changed.
    shownTotal: currency === 'USD' ? null : { minor: totalMinor, currency },
  }
}

function differencesOf(before: Facts, after: Facts): Difference[] {
  const names = Object.keys(after) as FactName[]

  return names
    .map((fact) => ({ fact, before: before[fact] ?? null, after: after[fact] ?? null }))
    .filter((difference) => JSON.stringify(difference.before) !== JSON.stringify(difference.after))
}

function amountDifferences(before: Total | null, after: Total | null): Difference[] {
  if (before === null || after === null) return []
  return differencesOf(factsOfTotal(before), factsOfTotal(after))
}

/** Names what changed between two previews of an order, for example in another tab. */
export function previewChanges(before: CheckoutView, after: CheckoutView): PreviewChanges {
  const linesBefore = new Map(before.lines.map((line) => [line.lineId, line]))
  const idsAfter = new Set(after.lines.map(({ lineId }) => lineId))

  const present = after.lines.map((line): ChangedLine => {
    const { lineId, name } = line
    const earlier = linesBefore.get(lineId)
    if (!earlier) return { lineId, name, kind: 'added', differences: [] }

    return { lineId, name, kind: 'changed', differences: differencesOf(factsOfLine(earlier), factsOfLine(line)) }
  })

  const removed = before.lines
    .filter(({ lineId }) => !idsAfter.has(lineId))
    .map(({ lineId, name }): ChangedLine => ({ lineId, name, kind: 'removed', differences: [] }))

  const changed = present.filter(({ kind, differences }) => kind === 'added' || differences.length > 0)

  return { lines: [...changed, ...removed], amounts: amountDifferences(before.total, after.total) }
}
