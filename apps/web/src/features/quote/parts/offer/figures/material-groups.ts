import {
  type Catalogue,
  type Fault,
  offeredMaterials,
  type PartMeasures,
  type ProcessId,
  type Text,
} from '@cotation/domain'

/** A material worked by a process; `fault` says why the part cannot be had so. */
export interface MaterialOption {
  materialId: string
  process: ProcessId
  name: Text
  fault: Fault | undefined
}

/** The materials of one process. */
export interface MaterialGroup {
  process: ProcessId
  processName: Text
  technologyName: Text
  options: MaterialOption[]
  /** Stands against all of them alike, and is said once for all. */
  fault: Fault | undefined
}

/** A shape that no lathe makes is refused by every material in the same words; sizes differ from one to the next. */
const sharedFault = (options: readonly MaterialOption[]): Fault | undefined => {
  const [first] = options
  const isShared = options.every(({ fault }) => fault?.code === 'PART_NOT_TURNED')
  return isShared ? first?.fault : undefined
}

function optionsOf(part: PartMeasures, catalogue: Catalogue): MaterialOption[] {
  return offeredMaterials(part, undefined, catalogue).flatMap(({ material, fault, processes }) =>
    processes.map((way) => ({
      materialId: material.id,
      process: way.process,
      name: material.name,
      fault: material.available ? way.fault : fault,
    })),
  )
}

/** Every material by process, in the catalogue's order, each with why the part cannot be made of it. */
export function materialGroups(part: PartMeasures, catalogue: Catalogue): MaterialGroup[] {
  const byProcess = Map.groupBy(optionsOf(part, catalogue), ({ process }) => process)
  return catalogue.technologies.flatMap(({ id, name }) =>
    [...byProcess]
      .filter(([process]) => catalogue.processes[process].technologyId === id)
      .map(([process, options]) => ({
        process,
        processName: catalogue.processes[process].name,
        technologyName: name,
        options,
        fault: sharedFault(options),
      })),
  )
}
