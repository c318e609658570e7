import type { Catalogue } from '../catalogue/catalogue.ts'
import { findService, findThread } from '../catalogue/lookups.ts'
import type { Material } from '../catalogue/material.ts'
import { type HelicoilRatio, helicoilRatios, type Service, type ServiceId, type Thread } from '../catalogue/service.ts'
import type { Configuration, ServiceSelection } from './configuration.ts'
import { type Fault, fault, shown } from './fault.ts'
import type { PartHole, PartMeasures } from './part.ts'
import { isWholeBetween, type Scope, type Selected } from './scope.ts'
import { maxLocations } from './service-numbers.ts'

/** Free depth below an insert, for displaced plastic and the screw (spec 9). */
export const belowInsertMm = 1.5

/**
 * The smallest hole for a thread, as a share of its tap drill: a smaller one is drawn for another
 * size. Inserts share it, because their holes are often drawn for tapping.
 */
const minDiameterShare = 0.8

/** The smallest hole that is reamed, as a share of the bore: it is drilled larger before. */
const minReamedShare = 0.6

/** Fewer turns hold no screw. */
const minPitches = 3

/**
 * Tolerance for facets and rounding on a hole drawn at the thread's outer diameter. It must stay
 * below 0.2 mm, the smallest clearance of ISO 273 (fine): a clearance hole cannot be threaded.
 */
const drawnOverMm = 0.15

/** Two measurements of one length differ by less. */
const roundingMm = 0.01

type HoleSelection = Extract<ServiceSelection, { id: 'tapping' | 'brass-insert' | 'helicoil' | 'reaming' }>
type HoleItem = HoleSelection['items'][number]

export type ThreadService = 'tapping' | 'brass-insert' | 'helicoil'

/** Requirements on a hole (mm). */
export interface HoleNeed {
  minDiameterMm: number
  maxDiameterMm: number
  depthMm: number
  /** Set for inserts. */
  insert?: { thread: string; lengthMm: number }
}

const holdsHoles = (selection: ServiceSelection): selection is HoleSelection => 'items' in selection

/** The shortest thread that is tapped (mm). */
export const minTapDepthMm = ({ pitchMm }: Thread): number => minPitches * pitchMm

const insertNeed = (thread: Thread, lengthMm: number, maxDiameterMm: number): HoleNeed => ({
  minDiameterMm: minDiameterShare * thread.tapDrillMm,
  maxDiameterMm,
  depthMm: lengthMm + belowInsertMm,
  insert: { thread: thread.size, lengthMm },
})

/**
 * The hole that a thread needs. Tapping: between the tap drill and the nominal diameter. Insert: no
 * wider than the insert, which would drop. Helicoil: its own thread is one pitch wider than its
 * drill. Undefined if there is none of this size.
 */
export function threadNeed(
  id: ThreadService,
  thread: Thread,
  { depthMm, ratio }: { depthMm: number; ratio?: HelicoilRatio },
): HoleNeed | undefined {
  if (id === 'tapping') {
    const maxDiameterMm = thread.nominalMm + drawnOverMm
    return { minDiameterMm: minDiameterShare * thread.tapDrillMm, maxDiameterMm, depthMm }
  }

  if (id === 'brass-insert') {
    const insert = thread.brassInsert
    return insert && insertNeed(thread, insert.lengthMm, insert.outerDiameterMm)
  }

  const { helicoil, pitchMm } = thread
  return helicoil && insertNeed(thread, helicoil.lengthsMm[ratio ?? '1D'], helicoil.drillMm + pitchMm + drawnOverMm)
}

/** The fault if a thread is too fine for a material (catalogue 2, restrictions). */
export function threadFault(
  thread: Thread,
  service: Service,
  material: Material,
  catalogue: Catalogue,
  field: string,
): Fault | undefined {
  for (const { families, minThread } of service.restrictions ?? []) {
    const smallest = minThread !== undefined && families.includes(material.family) && findThread(catalogue, minThread)
    if (smallest && thread.nominalMm < smallest.nominalMm) {
      return fault('THREAD_TOO_SMALL', field, { thread: thread.size, smallest: smallest.size, material: material.id })
    }
  }

  return undefined
}

/** The requirements of one item, or why it is impossible. */
function needOf(item: HoleItem, field: string, selected: Selected, scope: Scope): HoleNeed | Fault {
  const service = selected.service.id
  if ('diameterMm' in item) {
    const [min, max] = selected.service.rangeMm ?? [0, Number.MAX_VALUE]
    const { diameterMm, depthMm } = item
    if (!(diameterMm >= min && diameterMm <= max)) {
      return fault('NUMBER_OUT_OF_RANGE', `${field}.diameterMm`, { service, min, max })
    }

    return { minDiameterMm: minReamedShare * diameterMm, maxDiameterMm: diameterMm + drawnOverMm, depthMm }
  }

  const thread = findThread(scope.catalogue, item.size)
  if (!thread) return fault('UNKNOWN_THREAD', `${field}.size`, { thread: shown(item.size) })

  const refused = threadFault(thread, selected.service, scope.material, scope.catalogue, `${field}.size`)
  if (refused) return refused
  if ('ratio' in item && !helicoilRatios.includes(item.ratio)) {
    return fault('CHOICE_NOT_OFFERED', `${field}.ratio`, { service, choice: shown(item.ratio) })
  }

  const minMm = minTapDepthMm(thread)
  if (service === 'tapping' && item.depthMm < minMm - roundingMm) {
    return fault('THREAD_TOO_SHORT', `${field}.depthMm`, { thread: thread.size, depthMm: item.depthMm, minMm })
  }

  const need = threadNeed(service as ThreadService, thread, item)
  return need ?? fault('NO_INSERT_OF_SIZE', `${field}.size`, { service, thread: thread.size })
}

const isWide = ({ diameterMm }: PartHole, { minDiameterMm, maxDiameterMm }: HoleNeed): boolean =>
  diameterMm >= minDiameterMm - roundingMm && diameterMm <= maxDiameterMm + roundingMm

const isDeep = (depthMm: number, need: HoleNeed): boolean => depthMm >= need.depthMm - roundingMm

const insertTooShallow = (field: string, foundMm: number, need: HoleNeed): Fault | undefined =>
  need.insert &&
  fault('INSERT_HOLE_TOO_SHALLOW', field, {
    thread: need.insert.thread,
    insertMm: need.insert.lengthMm,
    requiredMm: need.depthMm,
    foundMm,
  })

/** The fault if a hole does not meet the requirements, by its measured diameter and depth. */
export function holeFault(hole: PartHole, number: number, need: HoleNeed, field: string): Fault | undefined {
  if (!isWide(hole, need)) {
    return fault('HOLE_WRONG_DIAMETER', field, {
      hole: String(number),
      foundMm: hole.diameterMm,
      minMm: need.minDiameterMm,
      maxMm: need.maxDiameterMm,
    })
  }

  const { depthMm: foundMm } = hole
  if (isDeep(foundMm, need)) return undefined

  return (
    insertTooShallow(field, foundMm, need) ??
    fault('HOLE_TOO_SHALLOW', field, { hole: String(number), depthMm: need.depthMm, foundMm })
  )
}

function* pickedFaults(
  holes: readonly number[],
  count: number,
  field: string,
  need: HoleNeed,
  { part }: Scope,
): Generator<Fault> {
  if (holes.length !== count) yield fault('HOLE_COUNT', `${field}.count`, { count, picked: holes.length })

  for (const [index, at] of holes.entries()) {
    const hole = part.holes[at]
    const holeField = `${field}.holes.${index}`
    if (!hole) {
      yield fault('UNKNOWN_HOLE', holeField, { hole: shown(String(at + 1)), holes: part.holes.length })
      continue
    }

    const wrong = holeFault(hole, at + 1, need, holeField)
    if (wrong) yield wrong
  }
}

/**
 * The fault if unpicked holes cannot take the work: the claimed depth is too small for the insert,
 * or the part has enough holes of that width but too few are deep enough. If fewer holes were found
 * than claimed, the claim is accepted.
 */
function claimedFault(item: HoleItem, itemField: string, need: HoleNeed, selected: Selected, { holes }: PartMeasures) {
  const field = `${itemField}.depthMm`
  if (!isDeep(item.depthMm, need)) return insertTooShallow(field, item.depthMm, need)

  let wide = 0
  let deep = 0
  let deepestShallowMm = 0
  for (const hole of holes) {
    if (!isWide(hole, need)) continue
    wide++
    if (isDeep(hole.depthMm, need)) deep++
    else deepestShallowMm = Math.max(deepestShallowMm, hole.depthMm)
  }

  if (wide < item.count || deep >= item.count) return undefined

  const { id: service } = selected.service
  return (
    insertTooShallow(field, deepestShallowMm, need) ??
    fault('NO_HOLE_DEEP_ENOUGH', field, { service, depthMm: need.depthMm, foundMm: deepestShallowMm })
  )
}

/** Faults of the holes of tapping, inserts, helicoils and reaming against the part's holes. */
export function* serviceHoleFaults(selected: Selected, scope: Scope): Generator<Fault> {
  const { selection } = selected
  if (!holdsHoles(selection)) return

  const service = selection.id
  const deepestMm = Math.ceil(Math.hypot(...scope.part.sizeMm))
  if (selection.items.length === 0) yield fault('NOTHING_TO_DO', `services.${service}.items`, { service })

  for (const [index, item] of selection.items.entries()) {
    const field = `services.${service}.items.${index}`
    if (!isWholeBetween(item.count, 1, maxLocations)) {
      yield fault('NUMBER_OUT_OF_RANGE', `${field}.count`, { service, min: 1, max: maxLocations })
      continue
    }

    if (!(item.depthMm > 0 && item.depthMm <= deepestMm)) {
      yield fault('NUMBER_OUT_OF_RANGE', `${field}.depthMm`, { service, min: 0, max: deepestMm })
      continue
    }

    const need = needOf(item, field, selected, scope)
    if ('code' in need) yield need
    else if (item.holes) yield* pickedFaults(item.holes, item.count, field, need, scope)
    else {
      const wrong = claimedFault(item, field, need, selected, scope.part)
      if (wrong) yield wrong
    }
  }
}

/** Faults of holes used twice: tapping, inserts and helicoils exclude each other per hole. */
export function* holeUseFaults({ services }: Configuration, { part, catalogue }: Scope): Generator<Fault> {
  const { perHoleExclusive } = catalogue.serviceRules
  const excludes = (one: ServiceId, other: ServiceId): boolean =>
    one === other ||
    (perHoleExclusive.includes(one) && perHoleExclusive.includes(other)) ||
    Boolean(findService(catalogue, one)?.exclusivePerHole.includes(other))

  const usersOf = new Map<number, ServiceId[]>()
  for (const selection of services) {
    if (!holdsHoles(selection)) continue

    for (const [itemIndex, { holes = [] }] of selection.items.entries()) {
      for (const [holeIndex, at] of holes.entries()) {
        if (!part.holes[at]) continue

        const users = usersOf.get(at) ?? []
        const other = users.find((user) => excludes(selection.id, user))
        if (other) {
          const field = `services.${selection.id}.items.${itemIndex}.holes.${holeIndex}`
          yield fault('HOLE_USED_TWICE', field, { hole: String(at + 1), service: selection.id, other })
        } else usersOf.set(at, [...users, selection.id])
      }
    }
  }
}
