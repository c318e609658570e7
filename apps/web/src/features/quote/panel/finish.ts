import { type Catalogue, findColour, findMaterial, findService, type ServiceSelection } from '@cotation/domain'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Finish } from './part-viewer.tsx'

const looks: Readonly<Record<string, Finish['look']>> = { matte: 'matte', satin: 'satin', glossy: 'gloss' }

/** How a service leaves the surface, with its colour; undefined where it leaves it as it was. */
function finishOf(selection: ServiceSelection, catalogue: Catalogue): Partial<Finish> | undefined {
  const service = findService(catalogue, selection.id)
  switch (selection.id) {
    case 'painting': {
      const hex = service?.presets?.find(({ code }) => code === selection.colours[0])?.hex
      return { look: looks[selection.finish] ?? 'satin', ...(hex && { hex }) }
    }
    case 'anodizing': {
      const option = service?.options.find(({ id }) => id === selection.option)
      return { look: 'metal', hex: option?.colours?.find(({ id }) => id === selection.colour)?.hex }
    }
    case 'electrophoresis':
      return { look: 'satin', hex: service?.options.find(({ id }) => id === selection.option)?.hex }
    case 'polishing':
      return selection.option === 'optical' ? { look: 'clear' } : { look: 'gloss' }
    default:
      return undefined
  }
}

const metals = ['al', 'steel', 'tool-steel', 'stainless', 'brass', 'copper', 'bronze', 'titanium', 'magnesium']

/** What the part will look like: its material, in its colour, as its services leave it. */
export function finishOfLine({ configuration }: WorkLine, catalogue: Catalogue): Finish | undefined {
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  if (!material) return undefined

  const { family } = material
  const isMetal = metals.includes(family) || family.startsWith('slm-')
  const look = isMetal ? 'metal' : family.endsWith('-clear') ? 'clear' : family.startsWith('resin') ? 'satin' : 'matte'
  const own: Finish = { look, hex: findColour(material, configuration.colourId)?.hex }

  // Polishing does not make brass shine like lacquer.
  const finishes = configuration.services.flatMap((one) =>
    isMetal && one.id === 'polishing' ? [] : (finishOf(one, catalogue) ?? []),
  )
  return Object.assign(own, ...finishes)
}
