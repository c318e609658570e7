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
}

/**
 * The price and lead time of a line: an expert's answer takes precedence over the automatic price.
 */
export function shownPrice({ price, source, view: { manual } }: WorkLine): ShownPrice | undefined {
  const answer = manual?.state === 'answered' ? manual.answer : null
  if (answer && answer.lineMinor !== null) {
    const { lineMinor, unitMinor, workingDays } = answer
    return {
      unitMinor: unitMinor ?? lineMinor,
      lineMinor,
      workingDays: workingDays ?? price?.leadTime.workingDays,
      by: 'expert',
      isIndicative: false,
    }
  }

  if (!price) return undefined

  const { unitPrice, linePrice, leadTime, blocking } = price
  return {
    unitMinor: unitPrice.minor,
    lineMinor: linePrice.minor,
    workingDays: leadTime.workingDays,
    by: source,
    isIndicative: blocking.length > 0,
  }
}

/**
 * The amount a line adds to the project's total (cents of USD). An expert's price counts only while
 * the line is ready: after an edit it no longer applies to the configuration.
 */
function totalledMinor({ view, status, price }: WorkLine): number {
  const answered = view.manual?.state === 'answered' && status === 'ready' ? view.manual.answer?.lineMinor : undefined
  return answered ?? price?.linePrice.minor ?? 0
}

/** The sum of all lines that have a price (cents of USD). */
export const totalMinor = (lines: readonly WorkLine[]): number =>
  lines.reduce((sum, line) => sum + totalledMinor(line), 0)
