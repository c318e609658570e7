import {
  type Catalogue,
  type Configuration,
  type Fault,
  type LeadTier,
  type Material,
  offeredMaterials,
  type PartMeasures,
  type ProcessId,
  type ServiceId,
  selectMaterial,
} from '@cotation/domain'
import { priceMatrix } from '@cotation/pricing'
import { findPrice, priceable } from '#features/quote/panel/scope/added.ts'

/** What the line would cost in a material (cents of USD), and when it would leave the workshop. */
export interface MaterialOffer {
  lineMinor: number
  unitMinor: number
  workingDays: number
  /** Standard, where the line's own lead time is not offered there. */
  lead: LeadTier
  dropped: readonly ServiceId[]
}

/** A material worked by a process, with its offer or with why the part cannot be made so. */
export interface MaterialEntry {
  material: Material
  process: ProcessId
  offer: MaterialOffer | undefined
  fault: Fault | undefined
}

export interface MaterialGroup {
  process: ProcessId
  entries: MaterialEntry[]
  /** Stands against all of them alike, and is said once. */
  fault: Fault | undefined
}

type Way = Pick<MaterialEntry, 'material' | 'process' | 'fault'>

export const entryKey = ({ material, process }: Pick<MaterialEntry, 'material' | 'process'>): string =>
  `${process}/${material.id}`

/** Every material by every process that works it, in the catalogue's order. */
function waysOf(part: PartMeasures, catalogue: Catalogue): Way[] {
  return offeredMaterials(part, undefined, catalogue).flatMap(({ material, fault, processes }) =>
    processes.map((way) => ({ material, process: way.process, fault: material.available ? way.fault : fault })),
  )
}

function offersOf(
  part: PartMeasures,
  configuration: Configuration,
  ways: readonly Way[],
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
      const cell = row.ok ? (row.cells.find((one) => one.lead === lead) ?? row.cells[0]) : undefined
      offers.set(`${process}/${row.materialId}`, {
        offer: cell && { ...cell, dropped: row.ok ? row.dropped : [] },
        fault: row.ok ? undefined : row.faults[0],
      })
    }
  }

  // A service that comes with the material and was cancelled would come back: the chosen one is
  // priced as it stands.
  const own = findPrice(part, configuration, catalogue)
  if (own) {
    const { linePrice, unitPrice, leadTime } = own
    const offer = { lineMinor: linePrice.minor, unitMinor: unitPrice.minor, workingDays: leadTime.workingDays, lead }
    offers.set(`${own.process}/${materialId}`, { offer: { ...offer, dropped: [] }, fault: undefined })
  }

  return offers
}

/**
 * All materials with price and days for this part as it is configured now, or with why not, all in
 * one go.
 */
export function materialEntries(
  part: PartMeasures,
  configuration: Configuration,
  catalogue: Catalogue,
): MaterialEntry[] {
  const ways = waysOf(part, catalogue)
  const possible = ways.filter(({ fault }) => fault === undefined)
  const offers = offersOf(part, priceable(part, configuration, catalogue).configuration, possible, catalogue)
  return ways.map((way) => ({ ...way, offer: undefined, ...(way.fault ? {} : offers.get(entryKey(way))) }))
}

/**
 * A shape that no lathe makes is refused by every material in the same words; sizes differ from one
 * to the next.
 */
const sharedFault = (entries: readonly MaterialEntry[]): Fault | undefined =>
  entries.every(({ fault }) => fault?.code === 'PART_NOT_TURNED') ? entries[0]?.fault : undefined

/** Entries by process, in the order in which they come. */
export const groupedByProcess = (entries: readonly MaterialEntry[]): MaterialGroup[] =>
  [...Map.groupBy(entries, ({ process }) => process)].map(([process, some]) => ({
    process,
    entries: some,
    fault: sharedFault(some),
  }))

/** The line in another material, by that process. */
export const inMaterial = (
  part: PartMeasures,
  configuration: Configuration,
  { material, process }: Pick<MaterialEntry, 'material' | 'process'>,
  catalogue: Catalogue,
): Configuration => selectMaterial(part, { ...configuration, process }, material.id, catalogue).configuration
