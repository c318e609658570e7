import { type Catalogue, findOption, findService, type Service, type ServiceSelection } from '@cotation/domain'
import type { Words } from './paper-words.ts'

const key = (name: string) => `quotation.service.${name}`

/** One detail by its name, or none where the customer left it out. */
type Told = (name: string, value: string | number | undefined) => string[]

/** Colours by their names where the service has a list, as typed (Pantone, RAL) where it has none. */
function coloursTold(chosen: ServiceSelection, service: Service | undefined, words: Words): string[] {
  const asked = 'colours' in chosen ? chosen.colours : 'colour' in chosen && chosen.colour ? [chosen.colour] : []
  if (asked.length === 0) return []
  const offered = (service && findOption(service, chosen.option)?.colours) ?? service?.colours ?? []
  const names = asked.map((id) => offered.find((colour) => colour.id === id)?.name[words.language] ?? id)
  return [words.say(key('colours'), { count: asked.length, colours: names.join(', ') })]
}

/** Threads and bores with their counts. */
function holesTold(chosen: ServiceSelection, { say, number }: Words): string[] {
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

function figuresTold(chosen: ServiceSelection, told: Told, { say, number }: Words): string[] {
  switch (chosen.id) {
    case 'anodizing':
      return [...told('finish', chosen.gloss), ...told('masking', chosen.masking)]
    case 'painting':
      return told('finish', chosen.finish)
    case 'silkscreen':
      return [say(key('zones'), { count: chosen.zones }), ...told('position', chosen.position)]
    case 'polishing':
    case 'surface-finish':
      return told('faces', chosen.faces)
    case 'hardness':
      return told('value', chosen.value)
    case 'heat-treatment':
      return told('value', chosen.targetHardness)
    case 'assembling':
      return [...(chosen.suppliedParts ? [say(key('supplied'))] : []), ...told('minutes', chosen.minutesPerUnit)]
    case 'grinding':
      return [
        say(key('faceCount'), { count: chosen.faces, area: number(chosen.areaCm2) }),
        ...told('within', chosen.tolerance),
      ]
    default:
      return []
  }
}

/** A service of a line as a buyer reads it: what is done, how, and with which figures. */
export function serviceWords(chosen: ServiceSelection, catalogue: Catalogue, words: Words): string {
  const { say, number, language } = words
  const service = findService(catalogue, chosen.id)
  const name = service?.name[language] ?? chosen.id
  const option = service && findOption(service, chosen.option)?.name[language]
  const what = option && option !== name ? say(key('option'), { service: name, option }) : name
  const told: Told = (detail, value) =>
    value === undefined || value === ''
      ? []
      : [say(key(detail), { value: typeof value === 'number' ? number(value) : value })]
  const details = [
    ...coloursTold(chosen, service, words),
    ...holesTold(chosen, words),
    ...figuresTold(chosen, told, words),
  ]

  return details.length > 0 ? say(key('with'), { service: what, details: details.join(say(key('separator'))) }) : what
}
