import { type Fault, offeredServices, offeredThreads } from '@cotation/domain'
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
  const services = offeredServices(scope.part, scope.material, scope.process, scope.catalogue)

  return holeServices.map((service) => {
    const fault = services.find((one) => one.service.id === service)?.fault
    const work = fault ? undefined : usualWork(scope, first, service)
    const [unfit] = fault || work ? [] : threadFaults(scope, first, service)
    return { service, work, added: added(work), fault: fault ?? unfit }
  })
}

/** Why no thread fits into a hole. Insufficient depth comes first: it is the most useful reason. */
function threadFaults({ part, material, catalogue }: ConfiguredPart, hole: number, service: HoleService): Fault[] {
  if (service === 'reaming') return []

  const faults = offeredThreads(part, hole, service, material, catalogue).flatMap(({ fault }) => fault ?? [])
  const isNear = ({ code }: Fault) => code === 'INSERT_HOLE_TOO_SHALLOW' || code === 'HOLE_TOO_SHALLOW'
  return faults.toSorted((one, other) => Number(isNear(other)) - Number(isNear(one)))
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
