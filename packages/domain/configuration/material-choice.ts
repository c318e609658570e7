import type { Catalogue } from '../catalogue/catalogue.ts'
import { findColour, findTolerance } from '../catalogue/lookups.ts'
import type { Bar, Material } from '../catalogue/material.ts'
import type { Process, ProcessId } from '../catalogue/process.ts'
import type { Configuration } from './configuration.ts'
import { type Fault, fault, shown } from './fault.ts'
import type { PartMeasures } from './part.ts'

/** Measures may exceed a limit by a hundredth of a micrometre, because they are rounded. */
const roundingMm = 1e-5

const fitsBar = ({ turning }: PartMeasures, bar: Bar): boolean =>
  turning.diameterMm <= bar.diameterMm + roundingMm && turning.lengthMm <= bar.lengthMm + roundingMm

/**
 * The process for a part: the customer's choice if the material allows it. Otherwise turning if the
 * part is turnable and the bar holds it, else milling.
 */
export function chosenProcess(part: PartMeasures, material: Material, requested?: ProcessId): ProcessId {
  const { processIds, envelopes } = material
  if (requested !== undefined && processIds.includes(requested)) return requested

  const bar = processIds.includes('turning') ? envelopes.turning : undefined
  if (bar && part.turning.turned && fitsBar(part, bar)) return 'turning'
  return processIds.find((process) => process !== 'turning') ?? 'turning'
}

/** The process of a configuration where the part is not known: the chosen one, else the material's first. */
export const statedProcess = (
  { process }: Pick<Configuration, 'process'>,
  { processIds }: Material,
): ProcessId | undefined => process ?? processIds[0]

function turningFault(part: PartMeasures, { envelopes: { turning: bar } }: Material): Fault | undefined {
  const { turned, diameterMm, lengthMm } = part.turning
  if (!turned) return fault('PART_NOT_TURNED', 'process', {})
  if (bar && fitsBar(part, bar)) return undefined

  const detail = { diameterMm, lengthMm, maxDiameterMm: bar?.diameterMm ?? 0, maxLengthMm: bar?.lengthMm ?? 0 }
  return fault('BAR_TOO_SMALL', 'materialId', detail)
}

/** The fault if a part is too large for the material's block (in any position) or bar. */
export function envelopeFault(part: PartMeasures, material: Material, process: ProcessId): Fault | undefined {
  if (process === 'turning') return turningFault(part, material)

  const [maxLengthMm = 0, maxWidthMm = 0, maxThicknessMm = 0] = [...(material.envelopes[process] ?? [])].sort(
    (one, other) => other - one,
  )
  const [lengthMm, widthMm, thicknessMm] = part.sizeMm
  const fits =
    lengthMm <= maxLengthMm + roundingMm &&
    widthMm <= maxWidthMm + roundingMm &&
    thicknessMm <= maxThicknessMm + roundingMm
  if (fits) return undefined

  const size = { lengthMm, widthMm, thicknessMm, maxLengthMm, maxWidthMm, maxThicknessMm }
  return fault('PART_TOO_LARGE', 'materialId', { process, ...size })
}

/** Why a material is not for a part: out of stock, or the part does not fit. Else undefined. */
export function materialFault(part: PartMeasures, material: Material, requested?: ProcessId): Fault | undefined {
  if (!material.available) return fault('MATERIAL_UNAVAILABLE', 'materialId', { material: material.id })
  return envelopeFault(part, material, chosenProcess(part, material, requested))
}

/** Why a colour is not one of a material's. */
export const colourFault = (material: Material, colourId: string): Fault | undefined =>
  findColour(material, colourId)
    ? undefined
    : fault('UNKNOWN_COLOUR', 'colourId', { colour: shown(colourId), material: material.id })

/** Why a tolerance is not offered: both the material and the process must have it. */
export const toleranceFault = (material: Material, process: Process, toleranceId: string): Fault | undefined =>
  material.tolerances.includes(toleranceId) && findTolerance(process, toleranceId)
    ? undefined
    : fault('UNKNOWN_TOLERANCE', 'toleranceId', { tolerance: shown(toleranceId), material: material.id })

/** What is wrong with material, process, colour and tolerance. */
export function* materialChoiceFaults(
  part: PartMeasures,
  configuration: Configuration,
  material: Material,
  catalogue: Catalogue,
): Generator<Fault> {
  const { process: requested, colourId, toleranceId } = configuration
  if (requested !== undefined && !material.processIds.includes(requested)) {
    yield fault('PROCESS_NOT_FOR_MATERIAL', 'process', { process: shown(requested), material: material.id })
  }

  const process = catalogue.processes[chosenProcess(part, material, requested)]
  const found = [
    materialFault(part, material, requested),
    colourFault(material, colourId),
    toleranceFault(material, process, toleranceId),
  ]
  for (const one of found) if (one) yield one
}
