import { type Fault, noThreadFault, offeredServices, offeredThreads } from '@cotation/domain'
import { type Added, addedTo, priceable } from './added.ts'
import { type HoleWork, usualWork, withHoleWork } from './hole-work.ts'
import type { ConfiguredPart } from './panel-scope.ts'
import { type HoleService, holeServices } from './service-selection.ts'

export interface WorkOffer {
  service: HoleService
  /** The default work; undefined if no size fits the hole. */
  work: HoleWork | undefined
  added: Added | undefined
  fault: Fault | undefined
}

interface SizeOffer {
  size: string
  work: HoleWork | undefined
  added: Added | undefined
  fault: Fault | undefined
}

/** Returns a function that prices work in these holes, compared with no work in them. */
function addedByWork(scope: ConfiguredPart, holes: readonly number[]) {
  const { part, catalogue } = scope
  const priced = { ...scope, configuration: priceable(part, scope.configuration, catalogue).configuration }
  const added = addedTo(part, withHoleWork(priced, holes, undefined), catalogue)
  return (work: HoleWork | undefined) => (work ? added(withHoleWork(priced, holes, work)) : undefined)
}

/** The possible work in equal holes, each with what it adds or why it is impossible. */
export function workOffers(scope: ConfiguredPart, holes: readonly number[]): WorkOffer[] {
  const [first = 0] = holes
  const added = addedByWork(scope, holes)
  const { part, material, process, catalogue } = scope
  const services = offeredServices(part, material, process, catalogue)

  return holeServices.map((service) => {
    const fault = services.find((one) => one.service.id === service)?.fault
    const work = fault ? undefined : usualWork(scope, first, service)
    const unfit = service === 'reaming' ? undefined : noThreadFault(part, first, service, material, catalogue)
    return { service, work, added: added(work), fault: fault ?? unfit }
  })
}

/** The thread sizes for these holes, each with what it adds or why it does not fit. */
export function sizeOffers(
  scope: ConfiguredPart,
  holes: readonly number[],
  service: Exclude<HoleService, 'reaming'>,
): SizeOffer[] {
  const [first = 0] = holes
  const added = addedByWork(scope, holes)

  return offeredThreads(scope.part, first, service, scope.material, scope.catalogue).map(({ thread, fault }) => {
    const work = fault ? undefined : usualWork(scope, first, service, thread.size)
    return { size: thread.size, work, added: added(work), fault }
  })
}
