import type { Catalogue } from '../catalogue/catalogue.ts'
import { findColour, findMaterial, findService } from '../catalogue/lookups.ts'
import type { Material } from '../catalogue/material.ts'
import type { ServiceId } from '../catalogue/service.ts'
import type { Configuration, ServiceSelection } from '../configuration/configuration.ts'
import { type Fault, fault } from '../configuration/fault.ts'
import { statedProcess } from '../configuration/material-choice.ts'
import { colourService, excludeEachOther, makesColour, requiredServices } from '../configuration/service-selection.ts'
import type { Text } from '../values/language.ts'
import { impliedService, serviceDefaults } from './service-defaults.ts'

/** A changed configuration, with the services that were removed and added as a consequence. */
export interface Change {
  configuration: Configuration
  removed: readonly ServiceId[]
  added: readonly ServiceSelection[]
}

type Services = readonly ServiceSelection[]

/** Removes services that require a removed one, transitively. */
function withoutOrphans(services: Services, gone: ReadonlySet<ServiceId>, catalogue: Catalogue): Services {
  const orphans = services.filter((one) => requiredServices(one, catalogue).some((id) => gone.has(id)))
  if (orphans.length === 0) return services

  const kept = services.filter((one) => !orphans.includes(one))
  return withoutOrphans(kept, new Set(orphans.map(({ id }) => id)), catalogue)
}

/** Adds a service and those it requires, and removes those it excludes. */
function withService(
  services: Services,
  selection: ServiceSelection,
  material: Material,
  configuration: Configuration,
  catalogue: Catalogue,
): Services {
  const excluded = services.filter((one) => excludeEachOther(one, selection, material, catalogue))
  const gone = new Set(excluded.map(({ id }) => id))
  const kept = services.filter(({ id }) => !gone.has(id))

  const index = kept.findIndex(({ id }) => id === selection.id)
  const withSelection = index < 0 ? [...kept, selection] : kept.with(index, selection)

  // Required services are available for both milling and turning, so either process will do.
  const process = statedProcess(configuration, material) ?? 'milling'
  const context = { material, process, catalogue, quantity: configuration.quantity }
  const complete = requiredServices(selection, catalogue).reduce<Services>((all, id) => {
    const implied = all.some((one) => one.id === id) ? undefined : impliedService(id, context)
    return implied ? withService(all, implied, material, configuration, catalogue) : all
  }, withSelection)

  return withoutOrphans(complete, gone, catalogue)
}

/** Adds the material's mandatory services. */
const withMandatory = (services: Services, material: Material, quantity: number, catalogue: Catalogue): Services => [
  ...services,
  ...material.services.mandatory
    .filter(({ id }) => !services.some((one) => one.id === id))
    .map(({ id, option }) => serviceDefaults(id, option, { material, catalogue, quantity })),
]

/** The colour after a change of services: the same, one that they make, or the material's own. */
function colourAfter(services: Services, colourId: string, material: Material): string {
  const colour = findColour(material, colourId)
  if (colour && makesColour(services, colour)) return colourId

  const made = material.colours.find((one) => colourService(one) && makesColour(services, one))
  const own = material.colours.find((one) => !colourService(one))
  return (made ?? findOwnDefault(material) ?? own)?.id ?? material.defaultColour
}

function findOwnDefault(material: Material) {
  const usual = findColour(material, material.defaultColour)
  return usual && !colourService(usual) ? usual : undefined
}

/** Replaces the services and reports what was removed and added besides `chosen`. */
export function changeTo(
  before: Configuration,
  services: Services,
  material: Material,
  catalogue: Catalogue,
  chosen?: ServiceId,
): Change {
  const complete = withMandatory(services, material, before.quantity, catalogue)
  const colourId = colourAfter(complete, before.colourId, material)

  return {
    configuration: { ...before, colourId, services: complete },
    removed: before.services.map(({ id }) => id).filter((id) => !complete.some((one) => one.id === id)),
    added: complete.filter((one) => one.id !== chosen && !before.services.includes(one)),
  }
}

/**
 * Selects a service. Removes those it excludes (the form confirms with `serviceRules.replaceText`
 * first), adds those it requires, and replaces a colour that lost its service.
 */
export function selectService(configuration: Configuration, selection: ServiceSelection, catalogue: Catalogue): Change {
  const material = findMaterial(catalogue, configuration.materialId)
  if (!material) return { configuration, removed: [], added: [] }

  const services = withService(configuration.services, selection, material, configuration, catalogue)
  return changeTo(configuration, services, material, catalogue, selection.id)
}

/** A cancelled service: what was removed and a warning, or why it cannot be cancelled. */
export type Cancelled =
  | { ok: true; configuration: Configuration; removed: readonly ServiceId[]; warning: Text | undefined }
  | { ok: false; fault: Fault }

/**
 * Cancels a service and those that require it. Mandatory services cannot be cancelled. Heat
 * treatment is cancelled with a warning (spec 4, service rules).
 */
export function cancelService(configuration: Configuration, id: ServiceId, catalogue: Catalogue): Cancelled {
  const material = findMaterial(catalogue, configuration.materialId)
  const isThere = configuration.services.some((one) => one.id === id)
  if (!material || !isThere) return { ok: true, configuration, removed: [], warning: undefined }

  if (material.services.mandatory.some((one) => one.id === id)) {
    return { ok: false, fault: fault('SERVICE_MANDATORY', `services.${id}`, { service: id, material: material.id }) }
  }

  const kept = configuration.services.filter((one) => one.id !== id)
  const change = changeTo(configuration, withoutOrphans(kept, new Set([id]), catalogue), material, catalogue)

  return {
    ok: true,
    configuration: change.configuration,
    removed: change.removed,
    warning: findService(catalogue, id)?.cancelWarning,
  }
}
