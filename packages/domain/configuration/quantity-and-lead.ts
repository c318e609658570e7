import type { Catalogue } from '../catalogue/catalogue.ts'
import { tierTerms } from '../catalogue/lookups.ts'
import type { ProcessId } from '../catalogue/process.ts'
import { type LeadTier, leadTiers } from '../catalogue/selling.ts'
import { type Fault, fault, shown } from './fault.ts'

/** More than any workshop makes of one part; it keeps every sum of cents exact. */
export const maxParts = 1_000_000

/** Why so many parts cannot be ordered: 1 to 1 000 000, whole. */
export function quantityFault(quantity: number): Fault | undefined {
  if (!(Number.isInteger(quantity) && quantity >= 1)) return fault('QUANTITY_NOT_WHOLE', 'quantity', { max: maxParts })
  return quantity > maxParts ? fault('QUANTITY_TOO_LARGE', 'quantity', { max: maxParts }) : undefined
}

/** Express is offered for few parts (catalogue 3) unless the process has its own terms. */
export function leadFault(
  lead: LeadTier,
  quantity: number,
  process: ProcessId,
  catalogue: Catalogue,
): Fault | undefined {
  if (!leadTiers.includes(lead)) return fault('UNKNOWN_LEAD', 'lead', { lead: shown(lead) })

  const { mostParts: max } = tierTerms(catalogue, process, lead)
  return max !== undefined && quantity > max ? fault('LEAD_NOT_OFFERED', 'lead', { lead, max }) : undefined
}
