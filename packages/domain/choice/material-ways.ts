import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Material } from '../catalogue/material.ts'
import type { ProcessId } from '../catalogue/process.ts'
import type { Fault } from '../configuration/fault.ts'
import type { PartMeasures } from '../configuration/part.ts'
import { offeredMaterials } from './offer.ts'

/** A material with a process. */
export interface MaterialWay {
  materialId: string
  process: ProcessId
}

export interface PossibleWay {
  material: Material
  process: ProcessId
  /** Why the part cannot be made this way. */
  fault: Fault | undefined
}

/** Every material with every process, in the sequence of the catalogue. */
export function materialWays(part: PartMeasures, catalogue: Catalogue): PossibleWay[] {
  return offeredMaterials(part, undefined, catalogue).flatMap(({ material, fault, processes }) =>
    processes.map((way) => ({ material, process: way.process, fault: material.available ? way.fault : fault })),
  )
}
