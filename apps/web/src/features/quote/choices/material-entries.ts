import {
  type Catalogue,
  type Configuration,
  type Fault,
  type LeadTier,
  materialWays,
  type PartMeasures,
  type PossibleWay,
  type ProcessId,
  type ServiceId,
  selectMaterial,
} from '@cotation/domain'
import { priceMatrix } from '@cotation/pricing'
import { findPrice, priceable } from './added.ts'

/** The price of the line in a material (cents of USD), and its lead time. */
interface MaterialOffer {
  lineMinor: number
  unitMinor: number
  workingDays: number
  /** Standard if the line's lead time is not offered for the material. */
  lead: LeadTier
  dropped: readonly ServiceId[]
}

/** A material with a process: its offer, or why it is impossible for the part. */
export interface MaterialEntry extends PossibleWay {
  offer: MaterialOffer | undefined
}

export interface MaterialGroup {
  process: ProcessId
  entries: MaterialEntry[]
  /** The fault that all entries share; shown once. */
  fault: Fault | undefined
}

export const entryKey = ({ material, process }: Pick<MaterialEntry, 'material' | 'process'>): string =>
  `${process}/${material.id}`

function offersOf(
  part: PartMeasures,
  configuration: Configuration,
  ways: readonly PossibleWay[],
  catalogue: Catalogue,
): Map<string, Pick<MaterialEntry, 'offer' | 'fault'>> {
  const { quantity, lead, materialId } = configuration
  const offers = new Map<string, Pick<MaterialEntry, 'offer' | 'fault'>>()

  for (const [process, some] of Map.groupBy(ways, (way) => way.process)) {
    const axes = {
      quantities: [quantity],
      leads: ['standard', lead] as const,
      materialIds: some.map(({ material }) => material.id),
    }

    for (const row of priceMatrix(part, { ...configuration, process }, axes, catalogue)) {
      const key = `${process}/${row.materialId}`
      if (!row.ok) {
        offers.set(key, { offer: undefined, fault: row.faults[0] })
        continue
      }

      const cell = row.cells.find((one) => one.lead === lead) ?? row.cells[0]
      offers.set(key, { offer: cell && { ...cell, dropped: row.dropped }, fault: undefined })
    }
  }

  // Selecting a material adds its default services again, so the current material is priced as
  // configured.
  const own = findPrice(part, configuration, catalogue)
  if (own) {
    const { linePrice, unitPrice, leadTime } = own
    const offer = { lineMinor: linePrice.minor, unitMinor: unitPrice.minor, workingDays: leadTime.workingDays, lead }
    offers.set(`${own.process}/${materialId}`, { offer: { ...offer, dropped: [] }, fault: undefined })
  }

  return offers
}

/**
 * All materials with price and lead time for this part as configured, or why they are impossible.
 */
export function materialEntries(
  part: PartMeasures,
  configuration: Configuration,
  catalogue: Catalogue,
): MaterialEntry[] {
  const ways = materialWays(part, catalogue)
  const possible = ways.filter(({ fault }) => fault === undefined)
  const offers = offersOf(part, priceable(part, configuration, catalogue).configuration, possible, catalogue)
  return ways.map((way) => ({ ...way, offer: undefined, ...(way.fault ? {} : offers.get(entryKey(way))) }))
}

/**
 * A shape that cannot be turned is refused by all materials alike; size limits differ by material.
 */
const sharedFault = (entries: readonly MaterialEntry[]): Fault | undefined =>
  entries.every(({ fault }) => fault?.code === 'PART_NOT_TURNED') ? entries[0]?.fault : undefined

/** Groups the entries by process. */
export const groupedByProcess = (entries: readonly MaterialEntry[]): MaterialGroup[] =>
  [...Map.groupBy(entries, ({ process }) => process)].map(([process, some]) => ({
    process,
    entries: some,
    fault: sharedFault(some),
  }))

/** The configuration in another material and process. */
export const inMaterial = (
  part: PartMeasures,
  configuration: Configuration,
  { material, process }: Pick<MaterialEntry, 'material' | 'process'>,
  catalogue: Catalogue,
): Configuration => selectMaterial(part, { ...configuration, process }, material.id, catalogue).configuration
