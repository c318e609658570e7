import {
  type Catalogue,
  type Fault,
  type Material,
  offeredMaterials,
  type PartMeasures,
  type ProcessId,
} from '@cotation/domain'

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
