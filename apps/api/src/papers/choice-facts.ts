import {
  type Catalogue,
  type Configuration,
  findColour,
  findMaterial,
  findOption,
  findService,
  findTolerance,
  type Language,
  type ProcessId,
  type Service,
  type ServiceSelection,
} from '@cotation/domain'
import type { Words } from './paper-words.ts'

/** Material, process (priced, chosen, or the material's first), colour; undefined if unknown. */
function choiceOf(configuration: Configuration | null, pricedAs: ProcessId | undefined, catalogue: Catalogue) {
  const material = configuration ? findMaterial(catalogue, configuration.materialId) : undefined
  const processId = pricedAs ?? configuration?.process ?? material?.processIds[0]
  const colour = material && configuration ? findColour(material, configuration.colourId) : undefined
  return { material, process: processId && catalogue.processes[processId], colour }
}

/** Names of material, process and colour in the reader's language; empty if unknown. */
export function choiceNames(
  configuration: Configuration | null,
  pricedAs: ProcessId | undefined,
  catalogue: Catalogue,
  language: Language,
) {
  const { material, process, colour } = choiceOf(configuration, pricedAs, catalogue)
  return {
    material: material?.name[language] ?? '',
    process: process?.name[language] ?? '',
    colour: colour?.name[language] ?? '',
  }
}

/** A part's configuration in words: material and process, colour and tolerance, each service. */
export function choiceFacts(
  configuration: Configuration,
  pricedAs: ProcessId | undefined,
  { catalogue, words }: { catalogue: Catalogue; words: Words },
): string[] {
  const fact = (name: string, values: Record<string, string>) => words.say(`quotation.fact.${name}`, values)
  const { language } = words
  const { material, process, colour } = choiceOf(configuration, pricedAs, catalogue)
  if (!material) return []

  const name = material.name[language]
  const tolerance = process && findTolerance(process, configuration.toleranceId)?.name[language]
  const details = [
    ...(colour ? [fact('colour', { colour: colour.name[language] })] : []),
    ...(tolerance ? [fact('tolerance', { tolerance })] : []),
  ]

  return [
    process ? fact('material', { material: name, process: process.name[language] }) : name,
    details.join(' · '),
    ...configuration.services
      .filter(({ id }) => id !== 'risk-acceptance')
      .map((service) => serviceWords(service, catalogue, words)),
  ]
}

const key = (name: string) => `quotation.service.${name}`

/** The text of one detail; empty if the customer left it out. */
type Describe = (name: string, value: string | number | undefined) => string[]

/** Colours by name if the service has a list, otherwise as typed (Pantone, RAL). */
function colourTexts(chosen: ServiceSelection, service: Service | undefined, words: Words): string[] {
  const ids = colourIds(chosen)
  if (ids.length === 0) return []

  const offered = (service && findOption(service, chosen.option)?.colours) ?? service?.colours ?? []
  const names = ids.map((id) => offered.find((colour) => colour.id === id)?.name[words.language] ?? id)
  return [words.say(key('colours'), { count: ids.length, colours: names.join(', ') })]
}

function colourIds(chosen: ServiceSelection): readonly string[] {
  if ('colours' in chosen) return chosen.colours
  return 'colour' in chosen && chosen.colour ? [chosen.colour] : []
}

/** Threads and bores with their counts. */
function holeTexts(chosen: ServiceSelection, { say, number }: Words): string[] {
  switch (chosen.id) {
    case 'threading':
      return chosen.threads.map(({ lengthMm, ...thread }) =>
        say(key('threads'), { ...thread, length: number(lengthMm) }),
      )
    case 'tapping':
    case 'brass-insert':
      return chosen.items.map(({ size, count, depthMm }) =>
        say(key('threads'), { size, count, length: number(depthMm) }),
      )
    case 'helicoil':
      return chosen.items.map(({ size, count, depthMm, ratio }) =>
        say(key('ratio'), { size, count, ratio, length: number(depthMm) }),
      )
    case 'reaming':
      return chosen.items.map(({ diameterMm, count, depthMm }) =>
        say(key('bores'), { count, diameter: number(diameterMm), length: number(depthMm) }),
      )
    default:
      return []
  }
}

function detailTexts(chosen: ServiceSelection, describe: Describe, { say, number }: Words): string[] {
  switch (chosen.id) {
    case 'anodizing':
      return [...describe('finish', chosen.gloss), ...describe('masking', chosen.masking)]
    case 'painting':
      return describe('finish', chosen.finish)
    case 'silkscreen':
      return [say(key('zones'), { count: chosen.zones }), ...describe('position', chosen.position)]
    case 'polishing':
    case 'surface-finish':
      return describe('faces', chosen.faces)
    case 'hardness':
      return describe('value', chosen.value)
    case 'heat-treatment':
      return describe('value', chosen.targetHardness)
    case 'assembling':
      return [...(chosen.suppliedParts ? [say(key('supplied'))] : []), ...describe('minutes', chosen.minutesPerUnit)]
    case 'grinding':
      return [
        say(key('faceCount'), { count: chosen.faces, area: number(chosen.areaCm2) }),
        ...describe('within', chosen.tolerance),
      ]
    default:
      return []
  }
}

/** A service of a line in words: its name, option and details. */
function serviceWords(chosen: ServiceSelection, catalogue: Catalogue, words: Words): string {
  const { say, number, language } = words
  const service = findService(catalogue, chosen.id)
  const name = service?.name[language] ?? chosen.id
  const option = service && findOption(service, chosen.option)?.name[language]
  const what = option && option !== name ? say(key('option'), { service: name, option }) : name
  const describe: Describe = (detail, value) => {
    if (value === undefined || value === '') return []
    return [say(key(detail), { value: typeof value === 'number' ? number(value) : value })]
  }
  const details = [
    ...colourTexts(chosen, service, words),
    ...holeTexts(chosen, words),
    ...detailTexts(chosen, describe, words),
  ]

  return details.length > 0 ? say(key('with'), { service: what, details: details.join(say(key('separator'))) }) : what
}
