import { type Catalogue, type QuoteTotal, quoteTotal, type TechnologySlug } from '@cotation/domain'
import { lineAmounts } from '@cotation/pricing'
import type { WorkLine } from './work-line.ts'

interface ShownPrice {
  unitMinor: number
  lineMinor: number
  /** Undefined if an expert's price comes without a lead time. */
  workingDays: number | undefined
  /** The browser's price is an estimate until the server has analysed the file. */
  by: 'expert' | 'server' | 'browser'
  /** The part cannot be made as it is: the price shows what a part like it costs. */
  isIndicative: boolean
  /** A colour is missing: the price is for any. */
  isFrom: boolean
}

const asAgreed = { isIndicative: false, isFrom: false } as const

/**
 * The price and lead time of a line: an ordered line keeps the price of its order, and an expert's
 * answer takes precedence over the automatic price.
 */
export function shownPrice({ price, fromPrice, source, view: { manual, order } }: WorkLine): ShownPrice | undefined {
  if (order) {
    const { unitMinor, lineMinor } = order
    return { unitMinor, lineMinor, workingDays: price?.leadTime.workingDays, by: 'server', ...asAgreed }
  }

  const answer = manual?.state === 'answered' ? manual.answer : null
  if (answer && answer.lineMinor !== null) {
    const { lineMinor, unitMinor, workingDays } = answer
    return {
      unitMinor: unitMinor ?? lineMinor,
      lineMinor,
      workingDays: workingDays ?? price?.leadTime.workingDays,
      by: 'expert',
      ...asAgreed,
    }
  }

  const shown = price ?? fromPrice
  if (!shown) return undefined

  const { unitPrice, linePrice, leadTime, blocking } = shown
  return {
    unitMinor: unitPrice.minor,
    lineMinor: linePrice.minor,
    workingDays: leadTime.workingDays,
    by: source,
    isIndicative: blocking.length > 0,
    isFrom: price === undefined,
  }
}

/** The expert's price of a line, while it applies to the configuration. */
function expertMinor({ view, status }: WorkLine): number | null {
  const isCurrent = status === 'ready' || status === 'expired'
  return isCurrent && view.manual?.state === 'answered' ? (view.manual.answer?.lineMinor ?? null) : null
}

/** The total of lines, as the papers and checkout compute it too. */
export function totalOf(lines: readonly WorkLine[], service: TechnologySlug, catalogue: Catalogue): QuoteTotal {
  const totalled = lines.map((line) => {
    const { status, configuration = null, price = null } = line
    const amounts = lineAmounts({ configuration, price, expertMinor: expertMinor(line) }, service, catalogue)
    return { status, amounts }
  })
  return quoteTotal(totalled, catalogue.technologies)
}
