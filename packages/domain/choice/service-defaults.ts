import type { Catalogue } from '../catalogue/catalogue.ts'
import { findOption, findService } from '../catalogue/lookups.ts'
import type { Material } from '../catalogue/material.ts'
import type { ProcessId } from '../catalogue/process.ts'
import type { ServiceId, ServiceOption } from '../catalogue/service.ts'
import type { ServiceSelection } from '../configuration/configuration.ts'
import { coloursFor } from '../configuration/scope.ts'
import { optionFault, serviceFault } from '../configuration/service-selection.ts'

interface DefaultsContext {
  material: Material
  process: ProcessId
  catalogue: Catalogue
  quantity: number
}

/**
 * The initial state of a service's form. Fields that only the customer knows (colour references,
 * holes, ground area) stay empty, and `configurationFaults` reports them. `colourId` is used if the
 * service offers it.
 */
export function serviceDefaults(
  id: ServiceId,
  optionId: string,
  { material, catalogue, quantity }: Omit<DefaultsContext, 'process'>,
  colourId?: string,
): ServiceSelection {
  const service = findService(catalogue, id)
  const option = service && findOption(service, optionId)
  const offered = (service && option && coloursFor({ service, option }, material)) ?? []
  const requested = offered.find((colour) => colour.id === colourId)
  const colours = requested ? [requested.id] : []
  const first = (choice: string): string => service?.choices?.[choice]?.[0] ?? ''

  switch (id) {
    case 'anodizing':
      return { id, option: optionId, colour: (requested ?? offered[0])?.id ?? '', gloss: first('gloss'), quantity }
    case 'dyeing':
      return { id, option: optionId, colours }
    case 'painting':
      return { id, option: optionId, colours, finish: first('finish') }
    case 'silkscreen':
      return { id, option: optionId, colours, zones: 1, position: '' }
    case 'threading':
      return { id, option: optionId, threads: [] }
    case 'tapping':
    case 'brass-insert':
    case 'helicoil':
    case 'reaming':
      return { id, option: optionId, items: [] }
    case 'surface-finish':
      return { id, option: optionId, faces: first('faces') }
    case 'hardness':
      return { id, option: optionId, value: usualHardness(material, option) }
    case 'assembling':
      return { id, option: optionId, suppliedParts: false }
    case 'grinding':
      return { id, option: optionId, faces: 1, areaCm2: 0 }
    case 'risk-acceptance':
      return { id, option: optionId, ruleIds: [] }
    default:
      return { id, option: optionId }
  }
}

/** Shore A 70 for most elastomers (spec 9) or the material's default; the lowest HRC for steel. */
const usualHardness = ({ hardness }: Material, option: ServiceOption | undefined): number =>
  (option?.id === 'shore-a' ? hardness?.default : undefined) ?? option?.value?.default ?? option?.value?.min ?? 0

/** A required service with its best option: one that hardens, the preselected one, or the first. */
export function impliedService(id: ServiceId, context: DefaultsContext): ServiceSelection | undefined {
  const service = findService(context.catalogue, id)
  if (!service || serviceFault(id, context.material, context.catalogue)) return undefined

  const options = service.options.filter((option) => !optionFault(service, option, context))
  const hardening = options.find(({ facts }) => facts?.hardnessHrc !== undefined)
  const best = hardening ?? options.find(({ isDefault }) => isDefault) ?? options[0]
  return best && serviceDefaults(id, best.id, context)
}
