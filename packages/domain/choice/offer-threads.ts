import type { Catalogue } from '../catalogue/catalogue.ts'
import { findService, findThread } from '../catalogue/lookups.ts'
import type { Material } from '../catalogue/material.ts'
import { type HelicoilRatio, helicoilRatios, type Thread } from '../catalogue/service.ts'
import type { Configuration, ThreadedHoles } from '../configuration/configuration.ts'
import { selectionFaults } from '../configuration/configuration-faults.ts'
import { type Fault, fault } from '../configuration/fault.ts'
import type { PartHole, PartMeasures } from '../configuration/part.ts'
import type { Scope } from '../configuration/scope.ts'
import {
  belowInsertMm,
  type HoleNeed,
  holeFault,
  minTapDepthMm,
  type ThreadService,
  threadFault,
  threadNeed,
} from '../configuration/service-holes.ts'

export interface OfferedThread {
  thread: Thread
  fault: Fault | undefined
}

/** What the smallest work with a thread needs: a tapped hole of three pitches, the shortest insert. */
const minNeed = (id: ThreadService, thread: Thread): HoleNeed | undefined =>
  threadNeed(id, thread, { depthMm: minTapDepthMm(thread) })

/**
 * All threads for one hole of a part (index `at` in `PartMeasures.holes`), each with the reason if
 * the hole cannot take it: no insert of that size, wrong diameter, too shallow, too small for the
 * material. The diameter comes before the material, which matters only for sizes that fit.
 */
export function offeredThreads(
  part: PartMeasures,
  at: number,
  id: ThreadService,
  material: Material,
  catalogue: Catalogue,
): OfferedThread[] {
  const service = findService(catalogue, id)
  const hole = part.holes[at]
  if (!service || !hole) return []

  const field = `services.${id}.items`
  const misfit = (thread: Thread): Fault | undefined => {
    const need = minNeed(id, thread)
    if (!need) return fault('NO_INSERT_OF_SIZE', field, { service: id, thread: thread.size })
    return holeFault(hole, at + 1, need, field)
  }

  return catalogue.threads.map((thread) => ({
    thread,
    fault: misfit(thread) ?? threadFault(thread, service, material, catalogue, field),
  }))
}

const shallowCodes: readonly Fault['code'][] = ['HOLE_TOO_SHALLOW', 'INSERT_HOLE_TOO_SHALLOW']

/** The depth that a shallow hole lacks (mm). */
const lackingMm = ({ detail }: Fault): number => Number(detail.depthMm ?? detail.requiredMm) - Number(detail.foundMm)

/**
 * Why no thread of a service fits into a hole; undefined if one does. A size that suits the diameter
 * says what it lacks; without any, the fault names the diameters of the smallest and largest size.
 */
export function noThreadFault(
  part: PartMeasures,
  at: number,
  id: ThreadService,
  material: Material,
  catalogue: Catalogue,
): Fault | undefined {
  const offered = offeredThreads(part, at, id, material, catalogue)
  const faults = offered.flatMap((one) => one.fault ?? [])
  if (faults.length < offered.length) return undefined

  const shallow = faults.filter(({ code }) => shallowCodes.includes(code))
  if (shallow.length > 0) return shallow.reduce((best, one) => (lackingMm(one) < lackingMm(best) ? one : best))

  const tooFine = faults.find(({ code }) => code === 'THREAD_TOO_SMALL')
  if (tooFine) return tooFine

  const needs = catalogue.threads.flatMap((thread) => minNeed(id, thread) ?? [])
  return fault('NO_THREAD_FITS', `services.${id}.items`, {
    service: id,
    hole: String(at + 1),
    foundMm: part.holes[at]?.diameterMm ?? 0,
    minMm: Math.min(...needs.map(({ minDiameterMm }) => minDiameterMm)),
    maxMm: Math.max(...needs.map(({ maxDiameterMm }) => maxDiameterMm)),
  })
}

/** Never more than the length itself: a thread deeper than its hole is a fault. */
const toHundredths = (mm: number): number => Math.floor(mm * 100 + 1e-6) / 100

/**
 * The default depth of a thread in a hole (mm): through the part if a tap reaches that far, else
 * twice the diameter, as far as the hole allows.
 */
export function usualTapDepthMm(thread: Thread, { depthMm, through }: Pick<PartHole, 'depthMm' | 'through'>): number {
  const { nominalMm, threadDepthMm, blindHoleExtraMm } = thread
  if (through && depthMm <= threadDepthMm.max) return toHundredths(depthMm)

  const reachMm = through ? depthMm : depthMm - blindHoleExtraMm
  const wantedMm = Math.min(2 * nominalMm, threadDepthMm.max, reachMm)
  return toHundredths(Math.min(depthMm, Math.max(minTapDepthMm(thread), wantedMm)))
}

/** Prefers metric threads among those that fit about equally. */
const nonMetricPenaltyMm = 0.2

/** The diameter that is drilled for a thread or its insert. */
function boreMm(thread: Thread, id: ThreadService): number {
  if (id === 'brass-insert') return thread.brassInsert?.holeDiameterMm ?? 0
  return id === 'helicoil' ? (thread.helicoil?.drillMm ?? 0) : thread.tapDrillMm
}

/** The thread whose bore is closest to the hole. */
function nearest(threads: readonly Thread[], { diameterMm }: PartHole, id: ThreadService): Thread | undefined {
  const distance = (thread: Thread) =>
    Math.abs(boreMm(thread, id) - diameterMm) + (thread.system === 'metric' ? 0 : nonMetricPenaltyMm)

  return threads.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** The longest helicoil up to 1.5 diameters that fits with the required clearance below it. */
function longestRatio({ helicoil }: Thread, { depthMm }: PartHole): HelicoilRatio {
  const fits = (['1.5D', '1D'] as const).find(
    (ratio) => (helicoil?.lengthsMm[ratio] ?? 0) + belowInsertMm <= depthMm + 0.01,
  )
  return fits ?? helicoilRatios[0]
}

/** A thread in a hole: size and depth, and for helicoils their length. */
export type ThreadWork =
  | { service: 'tapping' | 'brass-insert'; size: string; depthMm: number }
  | { service: 'helicoil'; size: string; depthMm: number; ratio: HelicoilRatio }

/** The default thread in a hole, of a given size or the one that fits best; undefined if none does. */
export function usualThread(
  part: PartMeasures,
  at: number,
  service: ThreadService,
  material: Material,
  catalogue: Catalogue,
  size?: string,
): ThreadWork | undefined {
  const hole = part.holes[at]
  if (!hole) return undefined

  const offered = offeredThreads(part, at, service, material, catalogue)
  const fitting = offered.flatMap(({ thread, fault: unfit }) => (unfit ? [] : thread))
  const thread = size === undefined ? nearest(fitting, hole, service) : findThread(catalogue, size)
  if (!thread) return undefined

  if (service === 'tapping') return { service, size: thread.size, depthMm: usualTapDepthMm(thread, hole) }
  if (service === 'brass-insert') return { service, size: thread.size, depthMm: hole.depthMm }
  return { service, size: thread.size, depthMm: hole.depthMm, ratio: longestRatio(thread, hole) }
}

/** The services whose holes may be missing on the model. */
export type ClaimedService = Exclude<ThreadService, 'helicoil'>

/** Most threads in small parts are about M4: the start of a search for a size that fits. */
const usualNominalMm = 4

/** The default depth of a claimed thread: through the thinnest side, or what the insert needs. */
export function claimedDepthMm(service: ClaimedService, thread: Thread, { sizeMm }: PartMeasures): number {
  const need = service === 'brass-insert' ? threadNeed(service, thread, { depthMm: 0 }) : undefined
  return need?.depthMm ?? usualTapDepthMm(thread, { depthMm: sizeMm[2], through: true })
}

/** The sizes that can be claimed in a material, whatever holes were found. */
export function claimableThreads(service: ClaimedService, { material, catalogue }: Scope): Thread[] {
  const entry = findService(catalogue, service)
  return catalogue.threads.filter(
    (thread) =>
      (service === 'tapping' || thread.brassInsert) &&
      entry &&
      !threadFault(thread, entry, material, catalogue, `services.${service}.items`),
  )
}

/**
 * The first thread in a hole that the model does not show: the metric size nearest to M4 that the
 * rules accept with its default depth, rather within the thinnest side; undefined if none is.
 */
export function usualClaim(
  service: ClaimedService,
  option: string,
  configuration: Configuration,
  scope: Scope,
): ThreadedHoles | undefined {
  const isFine = (item: ThreadedHoles) =>
    selectionFaults({ id: service, option, items: [item] }, configuration, scope).next().done === true

  const claims = claimableThreads(service, scope)
    .filter(({ system }) => system === 'metric')
    .toSorted((one, other) => Math.abs(one.nominalMm - usualNominalMm) - Math.abs(other.nominalMm - usualNominalMm))
    .map((thread) => ({ size: thread.size, count: 1, depthMm: claimedDepthMm(service, thread, scope.part) }))
    .filter(isFine)

  return claims.find(({ depthMm }) => depthMm <= scope.part.sizeMm[2]) ?? claims[0]
}
