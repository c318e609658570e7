import {
  type Catalogue,
  type Fault,
  type MaterialWay,
  materialWays,
  offeredMaterials,
  type PartMeasures,
  type ProcessId,
  type Text,
} from '@cotation/domain'
import type { EditableLine } from '#features/quote/workspace/work-line.ts'

/** A material with a process, and the fault that excludes it. */
export interface SharedOption extends MaterialWay {
  name: Text
  fault: Fault | undefined
  /** The first part that does not fit, and how many do not. */
  misfit: string | undefined
  misfits: number
}

export interface SharedGroup {
  process: ProcessId
  processName: Text
  technologyName: Text
  options: SharedOption[]
}

/**
 * All materials by process. A material that does not fit all parts names the first that does not
 * fit, and why.
 */
export function sharedMaterials(lines: readonly EditableLine[], catalogue: Catalogue): SharedGroup[] {
  const entries = new Map<string, SharedOption>()
  for (const line of lines) {
    for (const { material, process, fault } of materialWays(line.part, catalogue)) {
      const { id: materialId, name } = material
      const key = `${process}/${materialId}`
      const entry = entries.get(key) ?? { materialId, process, name, fault: undefined, misfit: undefined, misfits: 0 }
      entries.set(key, entry)

      if (!fault) continue
      entry.misfits++
      entry.fault ??= fault
      entry.misfit ??= line.name
    }
  }

  const byProcess = Map.groupBy(entries.values(), ({ process }) => process)

  return catalogue.technologies.flatMap(({ name, processIds }) =>
    processIds.flatMap((process) => {
      const options = byProcess.get(process)
      return options ? [{ process, processName: catalogue.processes[process].name, technologyName: name, options }] : []
    }),
  )
}

/** Why a part cannot be made of a material (with a process, if given); undefined if it can. */
export function misfitOf(
  part: PartMeasures,
  materialId: string,
  process: ProcessId | undefined,
  catalogue: Catalogue,
): Fault | undefined {
  const materials = catalogue.materials.filter(({ id }) => id === materialId)
  const [offered] = offeredMaterials(part, undefined, { ...catalogue, materials })
  if (!offered) return { code: 'UNKNOWN_MATERIAL', field: 'materialId', detail: { material: materialId.slice(0, 40) } }
  if (!offered.material.available || process === undefined) return offered.fault
  return offered.processes.find((way) => way.process === process)?.fault
}
