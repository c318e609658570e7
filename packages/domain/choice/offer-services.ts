import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Material } from '../catalogue/material.ts'
import type { ProcessId } from '../catalogue/process.ts'
import type { Service, ServiceColour, ServiceId, ServiceOption } from '../catalogue/service.ts'
import { type Fault, fault } from '../configuration/fault.ts'
import type { PartMeasures } from '../configuration/part.ts'
import { coloursFor } from '../configuration/scope.ts'
import { threadNeed } from '../configuration/service-holes.ts'
import { optionFault, serviceFault } from '../configuration/service-selection.ts'

export interface OfferedOption {
  option: ServiceOption
  /** The option's colours for the material, if it has a list. */
  colours: readonly ServiceColour[] | undefined
  fault: Fault | undefined
}

export interface OfferedService {
  service: Service
  options: readonly OfferedOption[]
  /** The option that the line always has. */
  mandatory: string | undefined
  /** The option that the line has unless the customer cancels it. */
  defaultOn: string | undefined
  fault: Fault | undefined
}

const setsInserts = (id: ServiceId): id is 'brass-insert' | 'helicoil' => id === 'brass-insert' || id === 'helicoil'

/** The fault if no insert fits: even the shortest needs a deeper hole than the part is long. */
function insertsFault(part: PartMeasures, { id }: Service, catalogue: Catalogue) {
  if (!setsInserts(id)) return undefined

  const depthsMm = catalogue.threads.flatMap((thread) => threadNeed(id, thread, { depthMm: 0 })?.depthMm ?? [])
  const requiredMm = Math.min(...depthsMm)
  if (requiredMm <= Math.hypot(...part.sizeMm)) return undefined

  return fault('SERVICE_NOT_FOR_PART', `services.${id}`, { service: id, requiredMm })
}

/** All services and options for a part in a material, each with the reason if unavailable. */
export function offeredServices(
  part: PartMeasures,
  material: Material,
  process: ProcessId,
  catalogue: Catalogue,
): OfferedService[] {
  return catalogue.services.map((service) => {
    const refused = serviceFault(service.id, material, catalogue) ?? insertsFault(part, service, catalogue)
    const options = service.options.map((option) => ({
      option,
      colours: coloursFor({ service, option }, material),
      fault: refused ?? optionFault(service, option, { material, process, catalogue }),
    }))
    const isEmpty = options.every((one) => one.fault)
    const presetIn = (presets: Material['services']['mandatory']) => presets.find(({ id }) => id === service.id)?.option

    return {
      service,
      options,
      mandatory: presetIn(material.services.mandatory),
      defaultOn: presetIn(material.services.defaultOn),
      fault: refused ?? (isEmpty ? options[0]?.fault : undefined),
    }
  })
}
