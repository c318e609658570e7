import {
  type Fault,
  type OfferedOption,
  offeredServices,
  type Service,
  type ServiceSelection,
  selectService,
} from '@cotation/domain'
import { type Added, addedTo, priceable } from './added.ts'
import type { ConfiguredPart } from './panel-scope.ts'
import { isListed, isOpenEnded, minimalSelection, withOption, withoutService } from './service-selection.ts'

export interface OptionOffer extends OfferedOption {
  /** The difference to the line without the service. */
  added: Added | undefined
  /** The price may increase with further inputs. */
  isMinimum: boolean
}

export interface ServiceOffer {
  service: Service
  /** The selection in the line. */
  selection: ServiceSelection | undefined
  /** The material requires it. */
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
  const isSelected = now.configuration.services.some(({ id }) => id === service.id)

  return offered.map((offer) => {
    if (offer.fault) return { ...offer, added: undefined, isMinimum: false }
    if (isSelected && selection?.option === offer.option.id)
      return { ...offer, added: added(now.configuration), isMinimum: false }

    const selected = withOption(selection, service.id, offer.option.id, scope)
    const minimal = minimalSelection(selected, scope)

    return {
      ...offer,
      added: added(selectService(without, minimal, catalogue).configuration),
      isMinimum: isOpenEnded(minimal),
    }
  })
}

/** The listed services, each option with what it adds or why it is impossible. */
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

/** The smallest addition among the options of a service. */
export function minimumAdded({ options }: ServiceOffer): Added | undefined {
  const priced = options.flatMap(({ added }) => added ?? [])
  return priced.toSorted((one, other) => one.minor - other.minor)[0]
}
