import type { Catalogue } from '../catalogue/catalogue.ts'
import { findTolerance } from '../catalogue/lookups.ts'
import type { Colour, Material, PresetService } from '../catalogue/material.ts'
import type { Process, ProcessId, TechnologyId, ToleranceClass } from '../catalogue/process.ts'
import type { Fault } from '../configuration/fault.ts'
import { chosenProcess, envelopeFault, materialFault } from '../configuration/material-choice.ts'
import type { PartMeasures } from '../configuration/part.ts'
import { colourService, serviceFault } from '../configuration/service-selection.ts'

/** A form entry. `fault` is set if it cannot be chosen. */
interface Offered {
  fault: Fault | undefined
}

export interface OfferedMaterial extends Offered {
  material: Material
  /** The process that would be used. */
  process: ProcessId
  /** The processes that the customer can choose from. */
  processes: readonly ({ process: ProcessId } & Offered)[]
}

/** The materials of a technology (or all), each with the reason if it is not for the part. */
export const offeredMaterials = (
  part: PartMeasures,
  technologyId: TechnologyId | undefined,
  { materials }: Catalogue,
): OfferedMaterial[] =>
  materials
    .filter((material) => technologyId === undefined || material.technologyId === technologyId)
    .map((material) => ({
      material,
      process: chosenProcess(part, material),
      processes: material.processIds.map((process) => ({ process, fault: envelopeFault(part, material, process) })),
      fault: materialFault(part, material),
    }))

export interface OfferedColour extends Offered {
  colour: Colour
  /** The service that comes with it. */
  service: PresetService | undefined
}

/** The colours of a material. A colour made by a service is unavailable if the service is. */
export const offeredColours = (material: Material, catalogue: Catalogue): OfferedColour[] =>
  material.colours.map((colour) => {
    const service = colourService(colour)
    return { colour, service, fault: service && serviceFault(service.id, material, catalogue) }
  })

export interface OfferedTolerance extends Offered {
  tolerance: ToleranceClass
}

/** The tolerances of a material and process. None is available if the part exceeds the machine. */
export function offeredTolerances(part: PartMeasures, material: Material, process: Process): OfferedTolerance[] {
  const fault = envelopeFault(part, material, process.id)
  return material.tolerances
    .map((id) => findTolerance(process, id))
    .filter((tolerance) => tolerance !== undefined)
    .map((tolerance) => ({ tolerance, fault }))
}
