import type { Catalogue } from '../catalogue/catalogue.ts'
import { findColour, findOption, findService } from '../catalogue/lookups.ts'
import type { Colour, Material, PresetService } from '../catalogue/material.ts'
import type { ProcessId } from '../catalogue/process.ts'
import type { Service, ServiceId, ServiceOption } from '../catalogue/service.ts'
import type { Configuration, ServiceSelection } from './configuration.ts'
import { type Fault, fault, shown } from './fault.ts'
import type { Scope } from './scope.ts'

type MaterialAndProcess = Pick<Scope, 'material' | 'process' | 'catalogue'>

/** The fault if a service is not available for a material. */
export function serviceFault(id: ServiceId, material: Material, catalogue: Catalogue): Fault | undefined {
  const service = findService(catalogue, id)
  const isAllowed =
    service &&
    material.services.allowed.includes(id) &&
    (service.families.includes('*') || service.families.includes(material.family)) &&
    !service.excludedMaterials?.includes(material.id)
  if (isAllowed) return undefined

  return fault('SERVICE_NOT_FOR_MATERIAL', `services.${shown(id)}`, { service: shown(id), material: material.id })
}

/** The fault if a material and process do not allow an option or a service it requires. */
export function optionFault(
  service: Service,
  option: ServiceOption,
  { material, process, catalogue }: MaterialAndProcess,
): Fault | undefined {
  const { family } = material
  const field = `services.${service.id}.option`
  const named = { service: service.id, option: option.id }
  if (option.processes && !option.processes.includes(process)) {
    return fault('OPTION_NOT_FOR_PROCESS', field, { ...named, process })
  }

  const isRestricted = service.restrictions?.some(
    ({ families, options }) => families.includes(family) && options && !options.includes(option.id),
  )
  const isAllowed =
    (option.families?.includes(family) ?? true) &&
    !isRestricted &&
    (option.requires ?? []).every((id) => !serviceFault(id, material, catalogue))

  return isAllowed ? undefined : fault('OPTION_NOT_FOR_MATERIAL', field, { ...named, material: material.id })
}

/** Whether a selection is one of some preset services. */
export const isPreset = ({ id, option }: ServiceSelection, presets: readonly PresetService[]): boolean =>
  presets.some((preset) => preset.id === id && preset.option === option)

const namesInPair = (pair: readonly [ServiceId, ServiceId], one: ServiceId, other: ServiceId): boolean =>
  (pair[0] === one && pair[1] === other) || (pair[0] === other && pair[1] === one)

function excludes(one: ServiceSelection, other: ServiceSelection, catalogue: Catalogue): boolean {
  const service = findService(catalogue, one.id)
  const option = service && findOption(service, one.option)
  return Boolean(service?.exclusiveWith.includes(other.id) || option?.exclusiveWith?.includes(other.id))
}

/**
 * Whether two services exclude each other. A mandatory step never does: powder is blasted off
 * before polishing, while cosmetic blasting would undo it (catalogue, `mandatoryNote`).
 */
export function excludeEachOther(
  one: ServiceSelection,
  other: ServiceSelection,
  material: Material,
  catalogue: Catalogue,
): boolean {
  const { mandatory } = material.services
  if (one.id === other.id || isPreset(one, mandatory) || isPreset(other, mandatory)) return false

  return (
    catalogue.serviceRules.exclusivePairs.some((pair) => namesInPair(pair, one.id, other.id)) ||
    excludes(one, other, catalogue) ||
    excludes(other, one, catalogue)
  )
}

/** The service option that makes a colour (`dyeing:solid`); undefined for the material's own. */
export function colourService({ via }: Colour): PresetService | undefined {
  const [id, option] = via.split(':')
  return option === undefined ? undefined : { id: id as ServiceId, option }
}

/** Whether the services include the option, and the colour, that a colour needs. */
export function makesColour(services: readonly ServiceSelection[], colour: Colour): boolean {
  const needed = colourService(colour)
  if (!needed) return true

  return services.some(
    (selection) =>
      selection.id === needed.id &&
      selection.option === needed.option &&
      (!('colours' in selection) || selection.colours.includes(colour.id)),
  )
}

/** The fault if the service that makes the line's colour is missing. */
function colourServiceFault({ colourId, services }: Configuration, material: Material): Fault | undefined {
  const colour = findColour(material, colourId)
  const needed = colour && colourService(colour)
  if (!needed || makesColour(services, colour)) return undefined

  const detail = { colour: colourId, material: material.id, service: needed.id, option: needed.option }
  return fault('COLOUR_NEEDS_SERVICE', 'colourId', detail)
}

/** Services that an option requires (Ra 0.4 → grinding, HRC → heat treatment). */
export function requiredServices({ id, option }: ServiceSelection, catalogue: Catalogue): readonly ServiceId[] {
  const service = findService(catalogue, id)
  return (service && findOption(service, option)?.requires) ?? []
}

/** The fault of one service by itself: unavailable, or unknown or unavailable option. */
export function selectionFault(
  selection: ServiceSelection,
  scope: { material: Material; process: ProcessId; catalogue: Catalogue },
): Fault | undefined {
  const { id, option: optionId } = selection
  const refused = serviceFault(id, scope.material, scope.catalogue)
  const service = findService(scope.catalogue, id)
  if (refused || !service) return refused

  const option = findOption(service, optionId)
  if (!option) return fault('UNKNOWN_OPTION', `services.${id}.option`, { service: id, option: shown(optionId) })
  return optionFault(service, option, scope)
}

/** Faults between services: duplicates, exclusions, missing mandatory or required ones. */
export function* togetherFaults(configuration: Configuration, { material, catalogue }: Scope): Generator<Fault> {
  const seen = new Map<ServiceId, ServiceSelection>()

  for (const selection of configuration.services) {
    const { id } = selection
    if (seen.has(id)) {
      yield fault('SERVICE_TWICE', `services.${shown(id)}`, { service: shown(id) })
      continue
    }

    // Unknown ids are reported one by one elsewhere and not compared with each other.
    if (!findService(catalogue, id)) continue

    for (const other of seen.values()) {
      if (excludeEachOther(selection, other, material, catalogue)) {
        yield fault('SERVICES_EXCLUDE_EACH_OTHER', `services.${id}`, { service: id, other: other.id })
      }
    }

    seen.set(id, selection)
  }

  for (const { id } of material.services.mandatory) {
    if (!seen.has(id)) yield fault('SERVICE_MANDATORY', `services.${id}`, { service: id, material: material.id })
  }

  for (const selection of seen.values()) {
    for (const other of requiredServices(selection, catalogue)) {
      // If the material cannot have the required service, the option itself is refused.
      if (seen.has(other) || serviceFault(other, material, catalogue)) continue
      yield fault('SERVICE_REQUIRED', `services.${selection.id}`, {
        service: selection.id,
        option: selection.option,
        other,
      })
    }
  }

  const wrongColour = colourServiceFault(configuration, material)
  if (wrongColour) yield wrongColour
}
