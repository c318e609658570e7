import {
  type Catalogue,
  type Configuration,
  configurationFaults,
  type Fault,
  type LeadTier,
  type Money,
  type PartMeasures,
  type ProcessId,
  usd,
} from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import type { LeadTime } from '../time/lead-time.ts'
import { type BreakdownTerm, breakdownOf } from './breakdown.ts'
import { chargedLead, leadTimeOf } from './lead-choices.ts'
import {
  goodsTotal,
  type PreparedLine,
  preparedLine,
  pricedServices,
  servicesTotal,
  shownUnitMinor,
} from './prepared-line.ts'

/** Why an expert must set the price, or confirm it. */
export const manualReasons = ['quantity', 'amount', 'tolerance', 'findings'] as const
export type ManualReason = (typeof manualReasons)[number]

/** A line with its price, in the accounting currency. */
export interface LinePrice {
  /** With this version the line can be priced again at any time. */
  catalogueVersion: string
  process: ProcessId
  materialId: string
  quantity: number
  /** The tier that is charged: not the chosen one if that brings nothing. */
  lead: LeadTier
  /** One part with its services, rounded for display. The line's price is charged. */
  unitPrice: Money
  goods: Money
  services: Money
  linePrice: Money
  /** The share of the goods that express costs above standard. */
  expressExtra: Money
  breakdown: BreakdownTerm[]
  leadTime: LeadTime
  /** Weight of one part. */
  weightG: number
  /** Standard stock size (mm). A larger part that needs the same stock may cost less. */
  stockMm?: readonly number[]
  manualQuote: ManualReason[]
  /** Findings that forbid making the part as it is. */
  blocking: Finding[]
}

export type LineVerdict = { ok: true; price: LinePrice } | { ok: false; faults: Fault[] }

function manualReasonsOf(
  { catalogue, tolerance, configuration }: PreparedLine,
  lineMinor: number,
  isBlocked: boolean,
): ManualReason[] {
  const { quantity, lineUsd } = catalogue.selling.manualQuoteAbove
  const reasons: Record<ManualReason, boolean> = {
    quantity: configuration.quantity > quantity,
    amount: lineMinor > 100 * lineUsd,
    tolerance: tolerance.manualReview,
    findings: isBlocked,
  }

  return manualReasons.filter((reason) => reasons[reason])
}

/**
 * Prices one part in one configuration (cents of USD; catalogue 3), with the price terms and the
 * lead time. Forbidden configurations get faults and no price. `findings` come from the inspection.
 */
export function priceLine(
  part: PartMeasures,
  configuration: Configuration,
  catalogue: Catalogue,
  findings: readonly Finding[] = [],
): LineVerdict {
  const faults = configurationFaults(part, configuration, catalogue)
  if (faults.length > 0) return { ok: false, faults }

  const line = preparedLine(part, configuration, catalogue)
  const { quantity } = configuration
  const lead = chargedLead(line, quantity, configuration.lead)

  const total = goodsTotal(line, quantity, lead)
  const services = pricedServices(line, quantity)
  const serviced = servicesTotal(services)
  const lineMinor = total.minor + serviced.minor
  const standardMinor = lead === 'express' ? goodsTotal(line, quantity, 'standard').minor : total.minor

  const blocking = findings.filter(({ severity }) => severity === 'blocks')
  const { stockMm } = line.model

  return {
    ok: true,
    price: {
      catalogueVersion: catalogue.version,
      process: line.process.id,
      materialId: line.material.id,
      quantity,
      lead,
      unitPrice: usd(shownUnitMinor(total.minor, serviced.usd, quantity)),
      goods: usd(total.minor),
      services: usd(serviced.minor),
      linePrice: usd(lineMinor),
      expressExtra: usd(Math.max(0, total.minor - standardMinor)),
      breakdown: breakdownOf(line, { quantity, lead }, total, services),
      leadTime: leadTimeOf(line, quantity, lead),
      weightG: (part.volumeMm3 * line.material.densityGCm3) / 1000,
      ...(stockMm && { stockMm }),
      manualQuote: manualReasonsOf(line, lineMinor, blocking.length > 0),
      blocking,
    },
  }
}
