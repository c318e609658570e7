import type { Catalogue } from '../catalogue/catalogue.ts'
import { findColour, findMaterial } from '../catalogue/lookups.ts'
import type { Colour, Material, PresetService } from '../catalogue/material.ts'
import type { Configuration, ServiceSelection } from '../configuration/configuration.ts'
import { selectionFaults } from '../configuration/configuration-faults.ts'
import { missingInputCodes } from '../configuration/fault.ts'
import { chosenProcess, envelopeFault, toleranceFault } from '../configuration/material-choice.ts'
import type { PartMeasures } from '../configuration/part.ts'
import { leadFault } from '../configuration/quantity-and-lead.ts'
import { colourService, excludeEachOther } from '../configuration/service-selection.ts'
import { type Change, changeTo, selectService } from './select-service.ts'
import { serviceDefaults } from './service-defaults.ts'

const isOneOf = ({ id, option }: ServiceSelection, presets: readonly PresetService[]): boolean =>
  presets.some((preset) => preset.id === id && preset.option === option)

/** Services that a material and colour bring along. */
function presetsOf(material: Material | undefined, colourId: string): PresetService[] {
  if (!material) return []
  const colour = findColour(material, colourId)
  const via = colour && colourService(colour)
  const { mandatory, defaultOn } = material.services
  return [...mandatory, ...defaultOn, ...(via ? [via] : [])]
}

/** Keeps process, tolerance and lead time if they still fit; else uses the material's defaults. */
function frameOf(part: PartMeasures, before: Configuration, material: Material, catalogue: Catalogue): Configuration {
  const { process: wished, ...rest } = before
  const isKept = wished && material.processIds.includes(wished) && !envelopeFault(part, material, wished)
  const process = chosenProcess(part, material, isKept ? wished : undefined)
  const keepsTolerance = !toleranceFault(material, catalogue.processes[process], before.toleranceId)

  return {
    ...rest,
    ...(isKept ? { process: wished } : {}),
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

/** The services that are possible on the new material too, even if inputs are missing. */
function servicesThatFit(
  part: PartMeasures,
  before: Configuration,
  frame: Configuration,
  material: Material,
  catalogue: Catalogue,
): ServiceSelection[] {
  const scope = { part, material, process: chosenProcess(part, material, frame.process), catalogue }
  const came = presetsOf(findMaterial(catalogue, before.materialId), before.colourId)
  const comes = presetsOf(material, frame.colourId)

  return before.services.filter((selection) => {
    if (isOneOf(selection, came) && !isOneOf(selection, comes)) return false
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
  const add = (selection: ServiceSelection | undefined) => {
    if (!selection) return
    const stands = services.some(
      (one) => one.id === selection.id || excludeEachOther(one, selection, material, catalogue),
    )
    if (!stands) services = [...services, selection]
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

  const old = findColour(material, configuration.colourId)
  const via = old && colourService(old)
  const services = via ? configuration.services.filter((one) => !isOneOf(one, [via])) : configuration.services
  const without = { ...configuration, colourId, services }
  const made = serviceOfColour(colour, material, configuration, catalogue)
  const kept = made ? selectService(without, made, catalogue).configuration.services : services

  return changeTo({ ...without, services: configuration.services }, kept, material, catalogue)
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
