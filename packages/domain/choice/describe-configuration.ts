import type { Catalogue } from '../catalogue/catalogue.ts'
import { findColour, findMaterial, findOption, findService, findTolerance } from '../catalogue/lookups.ts'
import type { ProcessId } from '../catalogue/process.ts'
import type { Service, ServiceId } from '../catalogue/service.ts'
import type { Configuration, ServiceSelection } from '../configuration/configuration.ts'
import { statedProcess } from '../configuration/material-choice.ts'
import type { Language } from '../values/language.ts'
import type { ConfigurationDescription } from './configuration-description.ts'

/** Keys of the texts `configuration.description`. */
export type DescriptionKey =
  | 'tolerance'
  | 'option'
  | 'with'
  | 'colours'
  | 'finish'
  | 'masking'
  | 'zones'
  | 'position'
  | 'threads'
  | 'ratio'
  | 'bores'
  | 'faces'
  | 'faceCount'
  | 'within'
  | 'value'
  | 'supplied'
  | 'minutes'
  | 'separator'

/** The reader's language: its texts and number format. */
export interface DescriptionWords {
  language: Language
  say(key: DescriptionKey, values?: Record<string, string | number>): string
  /** The label of a choice within a service (`matte`); the value itself if it has none. */
  choice(value: string): string
  number(value: number): string
}

/** Services whose coating hides the colour of the material. */
const coveringServices: readonly ServiceId[] = ['anodizing', 'painting', 'electrophoresis', 'dyeing']

/** Whether a service hides the material's own colour. */
export function isColourCovered({ services }: Pick<Configuration, 'services'>): boolean {
  return services.some(({ id, option }) => coveringServices.includes(id) || option === 'spray-paint')
}

/**
 * Describes a configuration for row, shared view, checkout, order and documents, so that all of them
 * say the same. The process is the priced one, else the chosen one, else the material's first.
 */
export function describeConfiguration(
  configuration: Configuration | null,
  pricedAs: ProcessId | undefined,
  catalogue: Catalogue,
  words: DescriptionWords,
): ConfigurationDescription {
  const material = configuration ? findMaterial(catalogue, configuration.materialId) : undefined
  if (!configuration || !material) return { material: '', process: '', colour: '', tolerance: '', services: [] }

  const { language } = words
  const processId = pricedAs ?? statedProcess(configuration, material)
  const process = processId && catalogue.processes[processId]
  const colour = isColourCovered(configuration) ? undefined : findColour(material, configuration.colourId)
  const tolerance = process && findTolerance(process, configuration.toleranceId)

  return {
    material: material.name[language],
    process: process?.name[language] ?? '',
    colour: colour?.name[language] ?? '',
    tolerance: tolerance ? words.say('tolerance', { tolerance: tolerance.name[language] }) : '',
    services: describedServices(configuration).map((service) => describeService(service, catalogue, words)),
  }
}

/** The services that a description names, in its sequence: an accepted risk is not sold. */
export const describedServices = ({ services }: Pick<Configuration, 'services'>): ServiceSelection[] =>
  services.filter(({ id }) => id !== 'risk-acceptance')

/** A service of a line: its name, option and details. */
export function describeService(chosen: ServiceSelection, catalogue: Catalogue, words: DescriptionWords): string {
  const { say, language } = words
  const service = findService(catalogue, chosen.id)
  const name = service?.name[language] ?? chosen.id
  const option = service && findOption(service, chosen.option)?.name[language]
  const what = option && option !== name ? say('option', { service: name, option }) : name

  const details = [...colourTexts(chosen, service, words), ...holeTexts(chosen, words), ...detailTexts(chosen, words)]
  if (details.length === 0) return what

  return say('with', { service: what, details: details.join(say('separator')) })
}

/** Colours by name if the service has a list, otherwise as typed (Pantone, RAL). */
function colourTexts(chosen: ServiceSelection, service: Service | undefined, words: DescriptionWords): string[] {
  const ids = colourIds(chosen)
  if (ids.length === 0) return []

  const offered = (service && findOption(service, chosen.option)?.colours) ?? service?.colours ?? []
  const names = ids.map((id) => offered.find((colour) => colour.id === id)?.name[words.language] ?? id)
  return [words.say('colours', { count: ids.length, colours: names.join(', ') })]
}

function colourIds(chosen: ServiceSelection): readonly string[] {
  if ('colours' in chosen) return chosen.colours.filter((colour) => colour !== '')
  return 'colour' in chosen && chosen.colour ? [chosen.colour] : []
}

/** Threads and bores with their counts. */
function holeTexts(chosen: ServiceSelection, { say, number }: DescriptionWords): string[] {
  switch (chosen.id) {
    case 'threading':
      return chosen.threads.map(({ lengthMm, ...thread }) => say('threads', { ...thread, length: number(lengthMm) }))
    case 'tapping':
    case 'brass-insert':
      return chosen.items.map(({ size, count, depthMm }) => say('threads', { size, count, length: number(depthMm) }))
    case 'helicoil':
      return chosen.items.map(({ size, count, depthMm, ratio }) =>
        say('ratio', { size, count, ratio: `${number(Number.parseFloat(ratio))}D`, length: number(depthMm) }),
      )
    case 'reaming':
      return chosen.items.map(({ diameterMm, count, depthMm }) =>
        say('bores', { count, diameter: number(diameterMm), length: number(depthMm) }),
      )
    default:
      return []
  }
}

function detailTexts(chosen: ServiceSelection, words: DescriptionWords): string[] {
  const { say, number, language } = words
  const choice = (value: string) => words.choice(value).toLocaleLowerCase(language)

  /** Says nothing about a detail that the customer left out. */
  const describe = (key: DescriptionKey, value: string | number | undefined): string[] => {
    if (value === undefined || value === '') return []
    return [say(key, { value: typeof value === 'number' ? number(value) : value })]
  }

  switch (chosen.id) {
    case 'anodizing':
      return [...describe('finish', choice(chosen.gloss)), ...describe('masking', chosen.masking)]
    case 'painting':
      return describe('finish', choice(chosen.finish))
    case 'silkscreen':
      return [say('zones', { count: chosen.zones }), ...describe('position', chosen.position)]
    case 'polishing':
      return describe('faces', chosen.faces)
    case 'surface-finish':
      return describe('faces', choice(chosen.faces))
    case 'hardness':
      return describe('value', chosen.value)
    case 'heat-treatment':
      return describe('value', chosen.targetHardness)
    case 'assembling':
      return [...(chosen.suppliedParts ? [say('supplied')] : []), ...describe('minutes', chosen.minutesPerUnit)]
    case 'grinding':
      return [
        say('faceCount', { count: chosen.faces, area: number(chosen.areaCm2) }),
        ...describe('within', chosen.tolerance),
      ]
    default:
      return []
  }
}
