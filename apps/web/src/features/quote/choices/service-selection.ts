import {
  type Configuration,
  cancelService,
  findOption,
  findService,
  type ServiceId,
  type ServiceSelection,
  serviceDefaults,
} from '@cotation/domain'
import type { ConfiguredPart } from './panel-scope.ts'

/** Services that are chosen per hole, in their own section of the panel. */
export const holeServices = ['tapping', 'helicoil', 'brass-insert', 'reaming'] as const
export type HoleService = (typeof holeServices)[number]

const elsewhere: ReadonlySet<ServiceId> = new Set([...holeServices, 'risk-acceptance'])

/**
 * Whether a service is in the list of services. Those of holes and risks have their own sections.
 */
export const isListed = (id: ServiceId): boolean => !elsewhere.has(id)

type Context = Pick<ConfiguredPart, 'material' | 'catalogue' | 'configuration'>

const defaultsContext = ({ material, catalogue, configuration }: Context) => ({
  material,
  catalogue,
  quantity: configuration.quantity,
})

/** The colours that an option offers; undefined if it takes colour references instead. */
function offeredColourIds(id: ServiceId, optionId: string, { catalogue }: Context): readonly string[] | undefined {
  const service = findService(catalogue, id)
  const option = service && findOption(service, optionId)
  return (option?.colours ?? service?.colours)?.map((colour) => colour.id)
}

/** A service with another option. Inputs stay if the new option still has them. */
export function withOption(
  current: ServiceSelection | undefined,
  id: ServiceId,
  option: string,
  context: Context,
): ServiceSelection {
  const defaults = serviceDefaults(id, option, defaultsContext(context))
  if (!current || current.id !== id) return defaults

  const offered = offeredColourIds(id, option, context)
  const isOffered = (colour: string) => !offered || offered.includes(colour)

  switch (current.id) {
    case 'anodizing':
      if (defaults.id !== 'anodizing' || isOffered(current.colour)) return { ...current, option }
      return { ...current, option, colour: defaults.colour }
    case 'dyeing':
      return { ...current, option, colours: current.colours.filter(isOffered) }
    // Values of one option are meaningless in another, such as a hardness on another scale.
    case 'hardness':
    case 'special-treatment':
    case 'heat-treatment':
      return defaults
    default:
      return { ...current, option }
  }
}

const blackReference = 'RAL 9005'

/**
 * The cheapest valid inputs of a service, used to show a minimum price before anything is filled
 * in.
 */
export function minimalSelection(
  selection: ServiceSelection,
  { part, ...context }: Context & Pick<ConfiguredPart, 'part'>,
): ServiceSelection {
  const service = findService(context.catalogue, selection.id)
  const option = service && findOption(service, selection.option)

  const enoughColours = (chosen: readonly string[]): readonly string[] => {
    const minColours = Math.max(option?.minColours ?? 1, 1)
    if (chosen.length >= minColours) return chosen

    const offered = offeredColourIds(selection.id, selection.option, context) ?? [blackReference]
    return offered.slice(0, minColours)
  }

  switch (selection.id) {
    case 'dyeing':
    case 'painting':
    case 'silkscreen':
      return { ...selection, colours: enoughColours(selection.colours) }
    case 'threading': {
      const thread = context.catalogue.threads.find(({ size }) => size === 'M6') ?? context.catalogue.threads[0]
      const lengthMm = Math.min(10, part.sizeMm[0])
      return thread ? { ...selection, threads: [{ size: thread.size, lengthMm, count: 1 }] } : selection
    }
    case 'grinding':
      return { ...selection, faces: 1, areaCm2: Math.min(10, part.areaMm2 / 600) }
    case 'special-treatment':
      return selection.option === 'spray-paint' ? { ...selection, colour: blackReference } : selection
    default:
      return selection
  }
}

/** Whether further inputs can increase the price above the minimum. */
export const isOpenEnded = ({ id }: ServiceSelection): boolean =>
  ['dyeing', 'painting', 'silkscreen', 'threading', 'grinding', 'assembling'].includes(id)

/** The line without a service; a mandatory one is reset to its preset. */
export function withoutService(
  configuration: Configuration,
  id: ServiceId,
  { material, catalogue }: Context,
): Configuration {
  const cancelled = cancelService(configuration, id, catalogue)
  if (cancelled.ok) return cancelled.configuration

  const preset = material.services.mandatory.find((one) => one.id === id)
  const kept = preset && serviceDefaults(id, preset.option, defaultsContext({ material, catalogue, configuration }))
  return {
    ...configuration,
    services: configuration.services.map((one) => (one.id === id && kept ? kept : one)),
  }
}
