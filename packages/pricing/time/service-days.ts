import {
  type Catalogue,
  findOption,
  findService,
  type Service,
  type ServiceOption,
  type ServiceSelection,
} from '@cotation/domain'

/** Number of colours of a service; 1 if it has no list of colours. */
const coloursOf = (selection: ServiceSelection): number =>
  'colours' in selection ? Math.max(1, selection.colours.length) : 1

/** Pieces of a line that an option measures; 0 if it measures none. */
function measuredPieces({ price }: ServiceOption, quantity: number): number {
  if (!price?.measuring) return 0
  return Math.min(quantity, price.measuring.maxPieces ?? quantity)
}

/** An option that measures no more pieces than a quicker one takes no longer: the work is the same. */
function optionDays({ options }: Service, option: ServiceOption | undefined, quantity: number): number {
  if (!option) return 0

  const pieces = measuredPieces(option, quantity)
  const equal = pieces === 0 ? [option] : options.filter((other) => measuredPieces(other, quantity) >= pieces)
  return Math.min(...equal.map(({ leadDays = 0 }) => leadDays))
}

/**
 * Working days that a service adds to its line, given all services of the line (spec 9, catalogue
 * 2). It counts once for any number of holes.
 */
export function serviceDays(
  selection: ServiceSelection,
  selections: readonly ServiceSelection[],
  quantity: number,
  catalogue: Catalogue,
): number {
  const service = findService(catalogue, selection.id)
  if (!service) return 0

  const { leadDays } = service
  switch (leadDays.rule) {
    case 'fixed':
      return leadDays.days
    case 'byOption':
      return optionDays(service, findOption(service, selection.option), quantity)
    case 'perColour':
      return leadDays.days * coloursOf(selection)
    case 'byColours':
      return coloursOf(selection) > 1 ? leadDays.several : leadDays.one
    case 'silkscreen':
      // A painted part is in the paint shop already: only the printing adds time.
      return selections.some(({ id }) => id === 'painting') ? leadDays.withPainting : leadDays.alone
  }
}
