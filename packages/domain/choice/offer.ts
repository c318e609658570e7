import type { Catalogue } from '../catalogue/catalogue.ts'
import { findTolerance, tierTerms } from '../catalogue/lookups.ts'
import type { Colour, Material, PresetService } from '../catalogue/material.ts'
import type { Process, ProcessId, TechnologyId, ToleranceClass } from '../catalogue/process.ts'
import { type LeadTier, type LeadTierTerms, leadTiers } from '../catalogue/selling.ts'
import type { Fault } from '../configuration/fault.ts'
import { chosenProcess, envelopeFault, materialFault } from '../configuration/material-choice.ts'
import type { PartMeasures } from '../configuration/part.ts'
import { leadFault } from '../configuration/quantity-and-lead.ts'
import { colourService, serviceFault } from '../configuration/service-selection.ts'

/** An entry of a form: `fault` says why it cannot be chosen, and is undefined where it can. */
interface Offered {
  fault: Fault | undefined
}

export interface OfferedMaterial extends Offered {
  material: Material
  /** How the part would be made of it. */
  process: ProcessId
  /** The processes that the customer may choose between. */
  processes: readonly ({ process: ProcessId } & Offered)[]
}

/** The materials of a technology (all without one), each with why this part cannot be made of it, in the catalogue's order. */
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

/** The colours of a material; one that a service makes is refused where that service is. */
export const offeredColours = (material: Material, catalogue: Catalogue): OfferedColour[] =>
  material.colours.map((colour) => {
    const service = colourService(colour)
    return { colour, service, fault: service && serviceFault(service.id, material, catalogue) }
  })

export interface OfferedTolerance extends Offered {
  tolerance: ToleranceClass
}

/** The tolerances that a material has in a process; none is offered for a part that does not fit the machine. */
export function offeredTolerances(part: PartMeasures, material: Material, process: Process): OfferedTolerance[] {
  const fault = envelopeFault(part, material, process.id)
  return material.tolerances
    .map((id) => findTolerance(process, id))
    .filter((tolerance) => tolerance !== undefined)
    .map((tolerance) => ({ tolerance, fault }))
}

export interface OfferedLead extends Offered {
  lead: LeadTier
  terms: LeadTierTerms
}

/** The lead times for a quantity of a process: express is for few parts. */
export const offeredLeads = (quantity: number, process: ProcessId, catalogue: Catalogue): OfferedLead[] =>
  leadTiers.map((lead) => ({
    lead,
    terms: tierTerms(catalogue, process, lead),
    fault: leadFault(lead, quantity, process, catalogue),
  }))
