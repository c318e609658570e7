import { type Fault, offeredServices, offeredThreads } from '@cotation/domain'
import { type Added, addedTo, priceable } from '#features/quote/panel/scope/added.ts'
import type { ConfiguredPart } from '#features/quote/panel/scope/panel-scope.ts'
import { type HoleService, holeServices } from '#features/quote/panel/services/service-selection.ts'
import { type HoleWork, usualWork, withHoleWork } from './hole-work.ts'

export interface WorkOffer {
  service: HoleService
  /** As a form opens it; undefined where no size suits the hole. */
  work: HoleWork | undefined
  added: Added | undefined
  fault: Fault | undefined
}

export interface SizeOffer {
  size: string
  work: HoleWork | undefined
  added: Added | undefined
  fault: Fault | undefined
}

type Ground = { scope: ConfiguredPart; at: readonly number[] }

/**
 * The line as it can be priced, and a way to say what work in these holes adds to it without any.
 */
function pricedIn({ scope, at }: Ground) {
  const { part, catalogue } = scope
  const priced = { ...scope, configuration: priceable(part, scope.configuration, catalogue).configuration }
  const added = addedTo(part, withHoleWork(priced, at, undefined), catalogue)
  return (work: HoleWork | undefined) => (work ? added(withHoleWork(priced, at, work)) : undefined)
}

/** What can be done in holes that are alike, each with what it adds, or with why it cannot. */
export function workOffers(ground: Ground): WorkOffer[] {
  const { scope, at } = ground
  const [first = 0] = at
  const added = pricedIn(ground)
  const services = offeredServices(scope.part, scope.material, scope.process, scope.catalogue)

  return holeServices.map((service) => {
    const fault = services.find((one) => one.service.id === service)?.fault
    const work = fault ? undefined : usualWork(scope, first, service)
    const sizes = fault || work ? [] : threadFaults(scope, first, service)
    return { service, work, added: added(work), fault: fault ?? sizes[0] }
  })
}

/**
 * Why no thread at all goes into a hole: the reason that comes nearest to being none is that of its
 * depth.
 */
function threadFaults({ part, material, catalogue }: ConfiguredPart, at: number, service: HoleService): Fault[] {
  if (service === 'reaming') return []
  const faults = offeredThreads(part, at, service, material, catalogue).flatMap(({ fault }) => fault ?? [])
  const isNear = ({ code }: Fault) => code === 'INSERT_HOLE_TOO_SHALLOW' || code === 'HOLE_TOO_SHALLOW'
  return faults.toSorted((one, other) => Number(isNear(other)) - Number(isNear(one)))
}

/**
 * The sizes of a thread for these holes, each with what it adds, or with why the holes cannot take
 * it.
 */
export function sizeOffers(ground: Ground, service: Exclude<HoleService, 'reaming'>): SizeOffer[] {
  const { scope, at } = ground
  const [first = 0] = at
  const added = pricedIn(ground)
  return offeredThreads(scope.part, first, service, scope.material, scope.catalogue).map(({ thread, fault }) => {
    const work = fault ? undefined : usualWork(scope, first, service, thread.size)
    return { size: thread.size, work, added: added(work), fault }
  })
}
