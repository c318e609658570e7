import {
  type Fault,
  type OfferedOption,
  offeredServices,
  type Service,
  type ServiceSelection,
  selectService,
} from '@cotation/domain'
import { type Added, addedTo, priceable } from '#features/quote/panel/scope/added.ts'
import type { ConfiguredPart } from '#features/quote/panel/scope/panel-scope.ts'
import { isListed, isOpenEnded, leastSelection, withOption, withoutService } from './service-selection.ts'

export interface OptionOffer extends OfferedOption {
  /** What the line costs and takes more with it than without the service. */
  added: Added | undefined
  /** More may be asked for than was counted. */
  isLeast: boolean
}

export interface ServiceOffer {
  service: Service
  /** As it stands on the line. */
  selection: ServiceSelection | undefined
  /** The option that stands whatever the customer does. */
  isMandatory: boolean
  options: readonly OptionOffer[]
  fault: Fault | undefined
}

function optionsOf(
  scope: ConfiguredPart,
  offered: readonly OfferedOption[],
  selection: ServiceSelection | undefined,
  service: Service,
): OptionOffer[] {
  const { part, catalogue } = scope
  const now = priceable(part, scope.configuration, catalogue)
  const without = withoutService(now.configuration, service.id, scope)
  const added = addedTo(part, without, catalogue)
  const stands = now.configuration.services.some(({ id }) => id === service.id)

  return offered.map((offer) => {
    if (offer.fault) return { ...offer, added: undefined, isLeast: false }
    if (stands && selection?.option === offer.option.id)
      return { ...offer, added: added(now.configuration), isLeast: false }

    const wished = withOption(selection, service.id, offer.option.id, scope)
    const least = leastSelection(wished, scope)

    return {
      ...offer,
      added: added(selectService(without, least, catalogue).configuration),
      isLeast: isOpenEnded(least),
    }
  })
}

/**
 * The services of the list for the line as it is, each option with what it adds or with why it
 * cannot be had.
 */
export function serviceOffers(scope: ConfiguredPart): ServiceOffer[] {
  const { part, material, process, catalogue, configuration } = scope
  return offeredServices(part, material, process, catalogue)
    .filter(({ service }) => isListed(service.id))
    .map(({ service, options, mandatory, fault }) => {
      const selection = configuration.services.find(({ id }) => id === service.id)
      return {
        service,
        selection,
        isMandatory: mandatory !== undefined,
        options: fault ? [] : optionsOf(scope, options, selection, service),
        fault,
      }
    })
}

/** The least that any option of a service adds. */
export function leastAdded({ options }: ServiceOffer): Added | undefined {
  const priced = options.flatMap(({ added }) => added ?? [])
  return priced.toSorted((one, other) => one.minor - other.minor)[0]
}
