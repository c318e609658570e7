import type { TechnologyId } from './catalogue/process.ts'
import type { LineStatus } from './line-status.ts'
import { minorOf } from './values/money.ts'

/** Goods of a technology, whose sum a minimum order applies to (cents of USD). */
export interface TechnologyGoods {
  technologyId: TechnologyId
  /** Price of all parts of the line, without services. */
  goodsMinor: number
}

/**
 * The price of a line, or of "Parts" in a total: goods and their services. Lines are listed with
 * their services, so the row above or below them must contain both to add up.
 */
export const partsMinorOf = ({ goodsMinor, servicesMinor }: { goodsMinor: number; servicesMinor: number }): number =>
  goodsMinor + servicesMinor

export interface SmallOrderTerm {
  technologyId: TechnologyId
  minor: number
}

/** A line as the sums see it. */
export interface SummedLine {
  status: LineStatus
  /** Goods and services (cents of USD); null while the line has no price. */
  lineMinor: number | null
}

/** A line as the total sees it; without amounts while it has no price. */
export interface TotalledLine {
  status: LineStatus
  amounts: (TechnologyGoods & { lineMinor: number }) | null
}

export interface LineSum {
  lines: number
  minor: number
}

/** The prices of a quote by what they wait for. Ordered lines are in none of the sums. */
export interface QuoteSums {
  /** Lines that can be ordered now. */
  ready: LineSum
  /** Priced lines that wait for the customer or an expert. */
  undecided: LineSum
  /** Priced lines whose file the server is still reading. */
  analysing: LineSum
  /** Lines that are neither ordered nor priced. */
  unpricedLines: number
  orderedLines: number
}

/**
 * The total of a quote (product decisions 4). Every screen and paper shows these figures: the price
 * of what can be ordered now, and beside it what is not part of it yet.
 */
export interface QuoteTotal extends QuoteSums {
  /** What is missing to the minimum orders of the ready lines; checkout adds it. */
  smallOrder: readonly SmallOrderTerm[]
  smallOrderMinor: number
}

interface TechnologyMinimum {
  id: TechnologyId
  minOrderUsd: number
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Shortfall of each technology's goods below its minimum order (catalogue 3), before coupons. */
export function smallOrderOf(
  lines: readonly TechnologyGoods[],
  technologies: readonly TechnologyMinimum[],
): SmallOrderTerm[] {
  return technologies.flatMap(({ id, minOrderUsd }) => {
    const ofTechnology = lines.filter(({ technologyId }) => technologyId === id)
    const missing = minorOf(minOrderUsd) - sum(ofTechnology.map(({ goodsMinor }) => goodsMinor))
    return ofTechnology.length > 0 && missing > 0 ? [{ technologyId: id, minor: missing }] : []
  })
}

function sumOf(lines: readonly SummedLine[]): LineSum {
  const prices = lines.flatMap(({ lineMinor }) => lineMinor ?? [])
  return { lines: prices.length, minor: sum(prices) }
}

export function quoteSums(lines: readonly SummedLine[]): QuoteSums {
  const open = lines.filter(({ status }) => status !== 'ordered')

  return {
    ready: sumOf(open.filter(({ status }) => status === 'ready')),
    undecided: sumOf(open.filter(({ status }) => status !== 'ready' && status !== 'analysing')),
    analysing: sumOf(open.filter(({ status }) => status === 'analysing')),
    unpricedLines: open.filter(({ lineMinor }) => lineMinor === null).length,
    orderedLines: lines.length - open.length,
  }
}

export function quoteTotal(lines: readonly TotalledLine[], technologies: readonly TechnologyMinimum[]): QuoteTotal {
  const goods = lines.flatMap(({ status, amounts }) => (status === 'ready' && amounts ? [amounts] : []))
  const smallOrder = smallOrderOf(goods, technologies)
  const summed = lines.map(({ status, amounts }) => ({ status, lineMinor: amounts?.lineMinor ?? null }))

  return {
    ...quoteSums(summed),
    smallOrder,
    smallOrderMinor: sum(smallOrder.map(({ minor }) => minor)),
  }
}
