import {
  type Catalogue,
  type Configuration,
  chosenProcess,
  type Fault,
  fault,
  findMaterial,
  findTolerance,
  type LeadTier,
  leadFault,
  leadTiers,
  materialFault,
  type PartMeasures,
  quantityFault,
} from '@cotation/domain'
import { type LeadTime, lineLeadTime } from '../time/lead-time.ts'
import { goodsTotal, type PreparedLine, preparedLine } from './prepared-line.ts'

/** Price (cents) and working days of a line in one tier. */
export interface TierFigures {
  lead: LeadTier
  workingDays: number
  goodsMinor: number
}

/** A tier as a form shows it. `fault` is set if it cannot be chosen. */
export interface LeadChoice {
  lead: LeadTier
  fault: Fault | undefined
}

/** Working days of a line in a tier, and their causes. */
export function leadTimeOf(line: PreparedLine, quantity: number, lead: LeadTier): LeadTime {
  const { part, material, process, tolerance, model, configuration, catalogue } = line
  const moulds = model.moulds?.(quantity)
  const request = { material, process: process.id, tolerance, quantity, tier: lead, longestMm: part.sizeMm[0] }
  return lineLeadTime(moulds ? { ...request, moulds } : request, configuration.services, catalogue)
}

/**
 * The tier that makes another one pointless: a slower one that is as early, or standard where
 * economy saves nothing because the minimum price applies to both. `tiers` are sorted from slow to
 * fast, and a catalogue never has a slower tier that costs more.
 */
export function betterTier(tier: TierFigures, tiers: readonly TierFigures[]): TierFigures | undefined {
  const slower = tiers.slice(0, tiers.indexOf(tier))
  const asEarly = slower.find(({ workingDays }) => workingDays <= tier.workingDays)
  if (asEarly || tier.lead !== 'economy') return asEarly

  const standard = tiers.find(({ lead }) => lead === 'standard')
  const isBetter = standard && standard.workingDays < tier.workingDays && standard.goodsMinor <= tier.goodsMinor
  return isBetter ? standard : undefined
}

/** The tiers that the catalogue sells in a quantity, from slow to fast. */
const tiersOf = (line: PreparedLine, quantity: number): TierFigures[] =>
  leadTiers
    .filter((lead) => !leadFault(lead, quantity, line.process.id, line.catalogue))
    .map((lead) => ({
      lead,
      workingDays: leadTimeOf(line, quantity, lead).workingDays,
      // A getter, because most comparisons are decided by the days.
      get goodsMinor() {
        return goodsTotal(line, quantity, lead).minor
      },
    }))

/** The tier that is charged: never one that brings nothing, even if the customer chose it. */
export function chargedLead(line: PreparedLine, quantity: number, chosen: LeadTier): LeadTier {
  const tiers = tiersOf(line, quantity)
  const tier = tiers.find(({ lead }) => lead === chosen)
  return (tier && betterTier(tier, tiers)?.lead) ?? chosen
}

/** The line that tiers are compared for; undefined if the configuration is too wrong for a price. */
function comparableLine(
  part: PartMeasures,
  configuration: Configuration,
  catalogue: Catalogue,
): PreparedLine | undefined {
  const material = findMaterial(catalogue, configuration.materialId)
  if (!material || quantityFault(configuration.quantity)) return undefined
  if (materialFault(part, material, configuration.process)) return undefined

  const process = catalogue.processes[chosenProcess(part, material, configuration.process)]
  const isKnown = findTolerance(process, configuration.toleranceId) !== undefined
  return isKnown ? preparedLine(part, configuration, catalogue) : undefined
}

/** All tiers for a line as configured, each with the reason if it is not offered. */
export function leadChoices(part: PartMeasures, configuration: Configuration, catalogue: Catalogue): LeadChoice[] {
  const { quantity } = configuration
  const line = comparableLine(part, configuration, catalogue)
  if (!line) return leadTiers.map((lead) => ({ lead, fault: undefined }))

  const tiers = tiersOf(line, quantity)

  return leadTiers.map((lead) => {
    const tier = tiers.find((one) => one.lead === lead)
    if (!tier) return { lead, fault: leadFault(lead, quantity, line.process.id, catalogue) }

    const better = betterTier(tier, tiers)
    return { lead, fault: better && fault('LEAD_BRINGS_NOTHING', 'lead', { lead, better: better.lead }) }
  })
}

/** The configuration with the tier that is charged instead of one that brings nothing. */
export function withChargedLead(part: PartMeasures, configuration: Configuration, catalogue: Catalogue): Configuration {
  const line = comparableLine(part, configuration, catalogue)
  const lead = line ? chargedLead(line, configuration.quantity, configuration.lead) : configuration.lead
  return lead === configuration.lead ? configuration : { ...configuration, lead }
}
