import { type LeadTier, minorOf, type ServiceId } from '@cotation/domain'
import type { CostTermId, Reason } from '../making/cost-model.ts'
import type { PricedService } from '../services/service-price.ts'
import type { Total } from './lowest-total.ts'
import { type PreparedLine, partPrice } from './prepared-line.ts'

/** What changes a part's price apart from its cost; `messages/pricing` has their names. */
export const priceTerms = [
  'quantity-break',
  'tolerance',
  'finish',
  'lead-time',
  'minimum',
  'rounding',
  'larger-quantity',
] as const

export type PriceTermId = (typeof priceTerms)[number]

/** One term of a price (cents). The terms add up to the price. */
export interface BreakdownTerm {
  term: CostTermId | PriceTermId | ServiceId
  minor: number
  reason: Reason
}

/** Figures of a reason that are money: they are shown at selling rates, like the term itself. */
const isMoney = (name: string): boolean => name === 'rate' || name.endsWith('Usd') || name.startsWith('usdPer')

function soldReason({ code, values }: Reason, factor: number): Reason {
  const sold: Record<string, number | string> = {}
  for (const [name, value] of Object.entries(values)) {
    sold[name] = typeof value === 'number' && isMoney(name) ? value * factor : value
  }
  return { code, values: sold }
}

const percentOf = (factor: number): number => Math.round((factor - 1) * 1000) / 10

/**
 * The terms of a line's price. Each is the difference of two rounded sums, so they add up to the
 * cent. Overhead, margin and market position apply to all costs alike and are contained in them.
 */
export function breakdownOf(
  line: PreparedLine,
  { quantity, lead }: { quantity: number; lead: LeadTier },
  total: Total,
  services: readonly PricedService[],
): BreakdownTerm[] {
  const { model, tolerance, configuration } = line
  const { factors, usd, minUsd, isMinimum } = partPrice(line, quantity, lead)
  const terms: BreakdownTerm[] = []
  let sumUsd = 0
  let sumMinor = 0

  /** Adds the term that brings the sum to `minor`, unless it changes nothing. */
  const addTerm = (minor: number, term: BreakdownTerm['term'], reason: Reason): void => {
    if (minor !== sumMinor) terms.push({ term, minor: minor - sumMinor, reason })
    sumMinor = minor
  }

  const sold = factors.overhead * factors.margin * factors.market
  for (const { term, usd: costUsd, reason } of model.terms(quantity)) {
    sumUsd += costUsd * sold * quantity
    addTerm(minorOf(sumUsd), term, soldReason(reason, sold))
  }

  const multiply = (factor: number, term: PriceTermId, values: Reason['values']): void => {
    sumUsd *= factor
    addTerm(minorOf(sumUsd), term, { code: term, values: { ...values, percent: percentOf(factor) } })
  }
  multiply(factors.quantity, 'quantity-break', { quantity })
  multiply(factors.tolerance, 'tolerance', { tolerance: tolerance.id })
  multiply(factors.partPrice, 'finish', {})
  multiply(factors.lead, 'lead-time', { lead })
  if (isMinimum) addTerm(minorOf(usd * quantity), 'minimum', { code: 'minimum', values: { leastUsd: minUsd } })

  const unitMinor = minorOf(usd)
  addTerm(unitMinor * quantity, 'rounding', { code: 'rounding', values: { unitMinor } })
  addTerm(total.minor, 'larger-quantity', { code: 'larger-quantity', values: { quantity: total.atQuantity } })

  let serviceUsd = 0
  configuration.services.forEach(({ id }, i) => {
    const service = services[i]
    if (!service) return
    const before = minorOf(serviceUsd)
    serviceUsd += service.usd
    terms.push({ term: id, minor: minorOf(serviceUsd) - before, reason: service.reason })
  })

  return terms
}
