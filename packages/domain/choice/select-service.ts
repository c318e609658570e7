import type { Catalogue } from '../catalogue/catalogue.ts'
import { findColour, findMaterial, findService } from '../catalogue/lookups.ts'
import type { Material } from '../catalogue/material.ts'
import type { ProcessId } from '../catalogue/process.ts'
import type { ServiceId } from '../catalogue/service.ts'
import type { Configuration, ServiceSelection } from '../configuration/configuration.ts'
import { type Fault, fault } from '../configuration/fault.ts'
import { colourService, excludeEachOther, makesColour, requiredServices } from '../configuration/service-selection.ts'
import type { Text } from '../language.ts'
import { impliedService, serviceDefaults } from './service-defaults.ts'

/** What a choice made of a configuration: the services that went, and those that came, with it. */
export interface Change {
  configuration: Configuration
  removed: readonly ServiceId[]
  added: readonly ServiceSelection[]
}

type Services = readonly ServiceSelection[]

/** Milling or turning has no part in which services come along: the implied ones are open to both. */
const processOf = ({ process }: Configuration, { processIds }: Material): ProcessId =>
  process ?? processIds[0] ?? 'milling'

/** Without the services that need one which is gone, and those that need these in turn. */
function withoutOrphans(services: Services, gone: ReadonlySet<ServiceId>, catalogue: Catalogue): Services {
  const orphans = services.filter((one) => requiredServices(one, catalogue).some((id) => gone.has(id)))
  if (orphans.length === 0) return services
  const kept = services.filter((one) => !orphans.includes(one))
  return withoutOrphans(kept, new Set(orphans.map(({ id }) => id)), catalogue)
}

/** With a service, without those it excludes, and with those that come with it. */
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
  const at = kept.findIndex(({ id }) => id === selection.id)
  const placed = at < 0 ? [...kept, selection] : kept.with(at, selection)
  const process = processOf(configuration, material)
  const ground = { material, process, catalogue, quantity: configuration.quantity }
  const complete = requiredServices(selection, catalogue).reduce<Services>((all, id) => {
    const implied = all.some((one) => one.id === id) ? undefined : impliedService(id, ground)
    return implied ? withService(all, implied, material, configuration, catalogue) : all
  }, placed)

  return withoutOrphans(complete, gone, catalogue)
}

/** With the services that the material cannot do without. */
const withMandatory = (services: Services, material: Material, quantity: number, catalogue: Catalogue): Services => [
  ...services,
  ...material.services.mandatory
    .filter(({ id }) => !services.some((one) => one.id === id))
    .map(({ id, option }) => serviceDefaults(id, option, { material, catalogue, quantity })),
]

/** The colour of a line whose services changed: as it was, the one that its services now make, or the material's own. */
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

/** A configuration with other services, and what that removed and added beside `chosen`. */
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
 * A configuration with a service, and what else must change: services it excludes go (the form asks with
 * `serviceRules.replaceText` first), those it needs come, and a colour that lost its service gives way to the material's own.
 */
export function selectService(configuration: Configuration, selection: ServiceSelection, catalogue: Catalogue): Change {
  const material = findMaterial(catalogue, configuration.materialId)
  if (!material) return { configuration, removed: [], added: [] }
  const services = withService(configuration.services, selection, material, configuration, catalogue)
  return changeTo(configuration, services, material, catalogue, selection.id)
}

/** A cancelled service with what went with it, and what the customer must be warned of; or why it has to stay. */
export type Cancelled =
  | { ok: true; configuration: Configuration; removed: readonly ServiceId[]; warning: Text | undefined }
  | { ok: false; fault: Fault }

/**
 * A configuration without a service. Mandatory ones stay; services that need it go with it; heat treatment that the material
 * has by default is cancelled with a warning (specification, value-added services).
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
  const isUsual = material.services.defaultOn.some((one) => one.id === id)
  const warning = isUsual ? findService(catalogue, id)?.cancelWarning : undefined

  return { ok: true, configuration: change.configuration, removed: change.removed, warning }
}
