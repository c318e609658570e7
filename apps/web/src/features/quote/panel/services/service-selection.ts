import {
  type Configuration,
  cancelService,
  findOption,
  findService,
  type ServiceId,
  type ServiceSelection,
  serviceDefaults,
} from '@cotation/domain'
import type { ConfiguredPart } from '#features/quote/panel/scope/panel-scope.ts'

/** Services that are chosen hole by hole, each in its own place of the panel. */
export const holeServices = ['tapping', 'helicoil', 'brass-insert', 'reaming'] as const
export type HoleService = (typeof holeServices)[number]

const elsewhere: ReadonlySet<ServiceId> = new Set([...holeServices, 'risk-acceptance'])

/**
 * Whether a service stands in the list of services: holes have theirs, risks are accepted finding
 * by finding.
 */
export const isListed = (id: ServiceId): boolean => !elsewhere.has(id)

type Ground = Pick<ConfiguredPart, 'material' | 'catalogue' | 'configuration'>

const groundOf = ({ material, catalogue, configuration }: Ground) => ({
  material,
  catalogue,
  quantity: configuration.quantity,
})

/** Colours that an option of a service offers; undefined where it reads references instead. */
export function offeredColourIds(
  id: ServiceId,
  optionId: string,
  { catalogue }: Ground,
): readonly string[] | undefined {
  const service = findService(catalogue, id)
  const option = service && findOption(service, optionId)
  return (option?.colours ?? service?.colours)?.map((colour) => colour.id)
}

/**
 * A service with another option: what was filled in stays, as far as the option still asks for it.
 */
export function withOption(
  current: ServiceSelection | undefined,
  id: ServiceId,
  option: string,
  ground: Ground,
): ServiceSelection {
  const opened = serviceDefaults(id, option, groundOf(ground))
  if (!current || current.id !== id) return opened

  const offered = offeredColourIds(id, option, ground)
  const has = (colour: string) => !offered || offered.includes(colour)
  switch (current.id) {
    case 'anodizing':
      return opened.id === 'anodizing' && !has(current.colour)
        ? { ...current, option, colour: opened.colour }
        : { ...current, option }
    case 'dyeing':
      return { ...current, option, colours: current.colours.filter(has) }
    // A hardness of one scale is none of the other, nor is a colour of spray paint one of vapour
    // smoothing.
    case 'hardness':
    case 'special-treatment':
    case 'heat-treatment':
      return opened
    default:
      return { ...current, option }
  }
}

const blackReference = 'RAL 9005'

/**
 * The least that a service can be ordered with: what it costs at least can be said before anything
 * is filled in.
 */
export function leastSelection(
  selection: ServiceSelection,
  { part, ...ground }: Ground & Pick<ConfiguredPart, 'part'>,
): ServiceSelection {
  const service = findService(ground.catalogue, selection.id)
  const option = service && findOption(service, selection.option)
  const colours = (few: readonly string[]): readonly string[] => {
    const wanted = Math.max(option?.minColours ?? 1, 1)
    if (few.length >= wanted) return few
    const offered = offeredColourIds(selection.id, selection.option, ground) ?? [blackReference]
    return offered.slice(0, wanted)
  }
  switch (selection.id) {
    case 'dyeing':
    case 'painting':
    case 'silkscreen':
      return { ...selection, colours: colours(selection.colours) }
    case 'threading': {
      const thread = ground.catalogue.threads.find(({ size }) => size === 'M6') ?? ground.catalogue.threads[0]
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

/** Whether more of it can be asked for than the least: its price is then one to begin from. */
export const isOpenEnded = ({ id }: ServiceSelection): boolean =>
  ['dyeing', 'painting', 'silkscreen', 'threading', 'grinding', 'assembling'].includes(id)

/** The line without a service; one that must stay is left as the material has it. */
export function withoutService(
  configuration: Configuration,
  id: ServiceId,
  { material, catalogue }: Ground,
): Configuration {
  const cancelled = cancelService(configuration, id, catalogue)
  if (cancelled.ok) return cancelled.configuration

  const preset = material.services.mandatory.find((one) => one.id === id)
  const kept = preset && serviceDefaults(id, preset.option, groundOf({ material, catalogue, configuration }))
  return {
    ...configuration,
    services: configuration.services.map((one) => (one.id === id && kept ? kept : one)),
  }
}
