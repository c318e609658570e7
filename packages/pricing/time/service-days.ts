import { type Catalogue, findOption, findService, type ServiceSelection } from '@cotation/domain'

/** Number of colours of a service; 1 if it has no list of colours. */
const coloursOf = (selection: ServiceSelection): number =>
  'colours' in selection ? Math.max(1, selection.colours.length) : 1

/**
 * Working days that a service adds to its line, given all services of the line (spec 9, catalogue
 * 2). It counts once for any number of holes.
 */
export function serviceDays(
  selection: ServiceSelection,
  selections: readonly ServiceSelection[],
  catalogue: Catalogue,
): number {
  const service = findService(catalogue, selection.id)
  if (!service) return 0

  const { leadDays } = service
  switch (leadDays.rule) {
    case 'fixed':
      return leadDays.days
    case 'byOption':
      return findOption(service, selection.option)?.leadDays ?? 0
    case 'perColour':
      return leadDays.days * coloursOf(selection)
    case 'byColours':
      return coloursOf(selection) > 1 ? leadDays.several : leadDays.one
    case 'silkscreen':
      // A painted part is in the paint shop already: only the printing adds time.
      return selections.some(({ id }) => id === 'painting') ? leadDays.withPainting : leadDays.alone
  }
}
