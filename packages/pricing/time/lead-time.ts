import {
  type Catalogue,
  type LeadTier,
  type LeadTierTerms,
  type Material,
  type ProcessId,
  type ServiceId,
  type ServiceSelection,
  type ToleranceClass,
  tierTerms,
} from '@cotation/domain'
import { serviceDays } from './service-days.ts'

/** What the production time of a line depends on. `longestMm` is the longest side of one part. */
export interface ProductionRequest {
  material: Material
  process: ProcessId
  tolerance: ToleranceClass
  quantity: number
  tier: LeadTier
  longestMm: number
  /** Casting only: number of moulds, and of parts in each. */
  moulds?: { moulds: number; cavities: number }
}

export type LeadStepId = 'material' | 'quantity' | 'tolerance' | 'large-part' | 'tier' | ServiceId

/** One cause of working days; express has negative days. */
export interface LeadStep {
  step: LeadStepId
  days: number
}

/** Working days of a line, and the steps that add up to them. */
export interface LeadTime {
  workingDays: number
  path: readonly LeadStep[]
}

/** Casts of one cavity in a day (catalogue, `quantityAdderCasting`). */
const castsPerDay = 8

/** Moulds that are made side by side in a day. */
const mouldsPerDay = 2

/** Days for a large SLA part (catalogue 5, rule `large-sla`). */
const largePartDays = 1

/** Rounds up without counting rounding errors: 10 × 1.1 is 11.000000000000002, and counts as 11. */
const ceil = (days: number): number => Math.ceil(days - 1e-9)

function quantityDays({ process, quantity, moulds }: ProductionRequest, { leadTimes }: Catalogue): number {
  if (process === 'casting') {
    const { moulds: made, cavities } = moulds ?? { moulds: 1, cavities: 1 }
    return Math.ceil((made - 1) / mouldsPerDay) + Math.ceil(quantity / (castsPerDay * made * cavities)) - 1
  }

  let days = 0
  for (const [from, added] of leadTimes.quantityDays) if (quantity >= from) days = added
  return days
}

const isLarge = ({ process, longestMm }: ProductionRequest, { processes }: Catalogue): boolean =>
  process === 'sla' && longestMm > processes.sla.cost.largeFromMm

const daysUnder = (terms: LeadTierTerms, days: number): number =>
  Math.max(terms.atLeastDays, ceil(days * terms.daysFactor)) + terms.daysAdded

/**
 * Days under the tier's terms. Express is never later than standard and economy never earlier,
 * whatever the catalogue says.
 */
function tierDays({ process, tier }: ProductionRequest, days: number, catalogue: Catalogue): number {
  const standard = daysUnder(tierTerms(catalogue, process, 'standard'), days)
  if (tier === 'standard') return standard

  const own = daysUnder(tierTerms(catalogue, process, tier), days)
  return tier === 'express' ? Math.min(standard, own) : Math.max(standard, own)
}

function productionPath(request: ProductionRequest, catalogue: Catalogue): LeadStep[] {
  const steps: LeadStep[] = [
    { step: 'material', days: request.material.baseLeadDays },
    { step: 'quantity', days: quantityDays(request, catalogue) },
    { step: 'tolerance', days: request.tolerance.leadDays },
    { step: 'large-part', days: isLarge(request, catalogue) ? largePartDays : 0 },
  ]
  const days = totalDays(steps)
  steps.push({ step: 'tier', days: tierDays(request, days, catalogue) - days })

  return steps
}

const totalDays = (steps: readonly LeadStep[]): number => steps.reduce((total, { days }) => total + days, 0)

/** Working days to make a line, without its services (catalogue 3). */
export const productionDays = (request: ProductionRequest, catalogue: Catalogue): number =>
  totalDays(productionPath(request, catalogue))

/** Working days of a line. Those of its services do not depend on the tier (catalogue 3). */
export function lineLeadTime(
  request: ProductionRequest,
  services: readonly ServiceSelection[],
  catalogue: Catalogue,
): LeadTime {
  const { order: sequence } = catalogue.serviceRules
  const sorted = services.toSorted((one, other) => sequence.indexOf(one.id) - sequence.indexOf(other.id))

  const path = productionPath(request, catalogue)
  for (const service of sorted) {
    path.push({ step: service.id, days: serviceDays(service, services, request.quantity, catalogue) })
  }
  return { workingDays: totalDays(path), path: path.filter(({ step, days }) => days !== 0 || step === 'material') }
}
