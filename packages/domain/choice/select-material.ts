import type { Catalogue } from '../catalogue/catalogue.ts'
import { findColour, findMaterial } from '../catalogue/lookups.ts'
import type { Colour, Material, PresetService } from '../catalogue/material.ts'
import type { Configuration, ServiceSelection } from '../configuration/configuration.ts'
import { selectionFaults } from '../configuration/configuration-faults.ts'
import { missingInputCodes } from '../configuration/fault.ts'
import { chosenProcess, envelopeFault, toleranceFault } from '../configuration/material-choice.ts'
import type { PartMeasures } from '../configuration/part.ts'
import { leadFault } from '../configuration/quantity-and-lead.ts'
import { colourService, excludeEachOther, isPreset } from '../configuration/service-selection.ts'
import { type Change, changeTo, selectService } from './select-service.ts'
import { serviceDefaults } from './service-defaults.ts'

/** Services that a material and colour bring along. */
function presetsOf(material: Material | undefined, colourId: string): PresetService[] {
  if (!material) return []

  const colour = findColour(material, colourId)
  const via = colour && colourService(colour)
  const { mandatory, defaultOn } = material.services

  return [...mandatory, ...defaultOn, ...(via ? [via] : [])]
}

/**
 * The configuration in a new material, except its services: keeps process, colour, tolerance and
 * lead time if they still fit, else uses the material's defaults.
 */
function frameOf(part: PartMeasures, before: Configuration, material: Material, catalogue: Catalogue): Configuration {
  const { process: requested, ...rest } = before
  const isKept = requested && material.processIds.includes(requested) && !envelopeFault(part, material, requested)
  const process = chosenProcess(part, material, isKept ? requested : undefined)
  const keepsTolerance = !toleranceFault(material, catalogue.processes[process], before.toleranceId)

  return {
    ...rest,
    ...(isKept ? { process: requested } : {}),
    materialId: material.id,
    colourId: findColour(material, before.colourId) ? before.colourId : material.defaultColour,
    toleranceId: keepsTolerance ? before.toleranceId : material.defaultTolerance,
    lead: leadFault(before.lead, before.quantity, process, catalogue) ? 'standard' : before.lead,
  }
}

/** The service that makes a colour, if it needs one. */
function serviceOfColour(colour: Colour, material: Material, { quantity }: Configuration, catalogue: Catalogue) {
  const via = colourService(colour)
  return via && serviceDefaults(via.id, via.option, { material, catalogue, quantity }, colour.id)
}

/**
 * The services that are possible on the new material too, even if inputs are missing. Services that
 * only the old material or colour brought along are dropped.
 */
function servicesThatFit(
  part: PartMeasures,
  before: Configuration,
  frame: Configuration,
  material: Material,
  catalogue: Catalogue,
): ServiceSelection[] {
  const scope = { part, material, process: chosenProcess(part, material, frame.process), catalogue }
  const oldPresets = presetsOf(findMaterial(catalogue, before.materialId), before.colourId)
  const newPresets = presetsOf(material, frame.colourId)

  return before.services.filter((selection) => {
    if (isPreset(selection, oldPresets) && !isPreset(selection, newPresets)) return false

    const faults = [...selectionFaults(selection, frame, scope)]
    return faults.every(({ code }) => missingInputCodes.includes(code))
  })
}

/** Selects the services one by one, which adds what they require and drops what they exclude. */
const settled = (services: readonly ServiceSelection[], frame: Configuration, catalogue: Catalogue) =>
  services.reduce<Configuration>((all, one) => selectService(all, one, catalogue).configuration, {
    ...frame,
    services: [],
  }).services

/**
 * Changes the material. Keeps what still fits, drops and reports the rest, and adds services that
 * are mandatory, preselected or make the colour. A kept service wins over a colour it excludes.
 */
export function selectMaterial(
  part: PartMeasures,
  configuration: Configuration,
  materialId: string,
  catalogue: Catalogue,
): Change {
  const material = findMaterial(catalogue, materialId)
  if (!material) return { configuration: { ...configuration, materialId }, removed: [], added: [] }

  const frame = frameOf(part, configuration, material, catalogue)
  const { quantity } = frame
  let services: readonly ServiceSelection[] = servicesThatFit(part, configuration, frame, material, catalogue)

  /** Does nothing if the service is already there or a kept one excludes it. */
  const add = (selection: ServiceSelection | undefined) => {
    if (!selection) return

    const isBlocked = services.some(
      (one) => one.id === selection.id || excludeEachOther(one, selection, material, catalogue),
    )
    if (!isBlocked) services = [...services, selection]
  }

  const colour = findColour(material, frame.colourId)
  if (colour) add(serviceOfColour(colour, material, frame, catalogue))

  for (const { id, option } of material.services.defaultOn) {
    add(serviceDefaults(id, option, { material, catalogue, quantity }))
  }

  const before = { ...frame, services: configuration.services }
  return changeTo(before, settled(services, frame, catalogue), material, catalogue)
}

/** Changes the colour: removes the service that made the old one, adds the one for the new one. */
export function selectColour(configuration: Configuration, colourId: string, catalogue: Catalogue): Change {
  const material = findMaterial(catalogue, configuration.materialId)
  const colour = material && findColour(material, colourId)
  if (!material || !colour) return { configuration: { ...configuration, colourId }, removed: [], added: [] }

  const oldColour = findColour(material, configuration.colourId)
  const oldPreset = oldColour && colourService(oldColour)
  const kept = configuration.services.filter((one) => !oldPreset || !isPreset(one, [oldPreset]))

  const recoloured = { ...configuration, colourId }
  const added = serviceOfColour(colour, material, configuration, catalogue)
  const change = added && selectService({ ...recoloured, services: kept }, added, catalogue)

  return changeTo(recoloured, change?.configuration.services ?? kept, material, catalogue)
}

/** The default configuration of a part in a material. */
export function defaultConfiguration(
  part: PartMeasures,
  materialId: string,
  catalogue: Catalogue,
  quantity = 1,
): Configuration {
  const blank: Configuration = {
    materialId: '',
    colourId: '',
    toleranceId: '',
    quantity,
    lead: 'standard',
    services: [],
  }
  return selectMaterial(part, blank, materialId, catalogue).configuration
}
