import { type Catalogue, findColour, findMaterial, findService, type ServiceSelection } from '@cotation/domain'
import type { Finish } from '#viewer/scene/viewer-messages.ts'
import type { WorkLine } from './work-line.ts'

const paintSurfaces: Readonly<Record<string, Finish['surface']>> = { matte: 'matte', satin: 'satin', glossy: 'gloss' }

/** The surface finish and colour of a service; undefined if it does not change the surface. */
function finishOf(selection: ServiceSelection, catalogue: Catalogue): Partial<Finish> | undefined {
  const service = findService(catalogue, selection.id)
  switch (selection.id) {
    case 'painting': {
      const hex = service?.presets?.find(({ code }) => code === selection.colours[0])?.hex
      return { surface: paintSurfaces[selection.finish] ?? 'satin', ...(hex && { hex }) }
    }
    case 'anodizing': {
      const option = service?.options.find(({ id }) => id === selection.option)
      return { surface: 'metal', hex: option?.colours?.find(({ id }) => id === selection.colour)?.hex }
    }
    case 'electrophoresis':
      return { surface: 'satin', hex: service?.options.find(({ id }) => id === selection.option)?.hex }
    case 'polishing':
      return selection.option === 'optical' ? { surface: 'clear' } : { surface: 'gloss' }
    default:
      return undefined
  }
}

function surfaceOf(family: string, isMetal: boolean): Finish['surface'] {
  if (isMetal) return 'metal'
  if (family.endsWith('-clear')) return 'clear'
  return family.startsWith('resin') ? 'satin' : 'matte'
}

const metals = ['al', 'steel', 'tool-steel', 'stainless', 'brass', 'copper', 'bronze', 'titanium', 'magnesium']

/** The appearance of the part: its material and colour, changed by its services. */
export function finishOfLine({ configuration }: WorkLine, catalogue: Catalogue): Finish | undefined {
  const material = configuration && findMaterial(catalogue, configuration.materialId)
  if (!material) return undefined

  const { family } = material
  const isMetal = metals.includes(family) || family.startsWith('slm-')
  const own: Finish = { surface: surfaceOf(family, isMetal), hex: findColour(material, configuration.colourId)?.hex }

  // Polished metal keeps its metallic appearance.
  const finishes = configuration.services.flatMap((one) =>
    isMetal && one.id === 'polishing' ? [] : (finishOf(one, catalogue) ?? []),
  )
  return Object.assign(own, ...finishes)
}
