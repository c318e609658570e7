import { add, cross, distance, perpendicular, scale, subtract, type Vec3 } from '../math/vector.ts'
import { step, type Watch } from '../model/watch.ts'
import type { Across } from './across.ts'
import type { Measured } from './clusters.ts'
import { acrossAt, hasSupport, type Medium, tapersToEdge } from './probe.ts'
import type { RayScene } from './ray-scene.ts'
import { unfaceted } from './unfaceted.ts'

const maxChecks = 12_000
const maxStarts = 6
const maxStartCandidates = 300
const descentRounds = 14

/** Facets of one round wall lean against each other by less than 1.1°. */
const parallel = 0.9998

const tapers = (scene: RayScene, medium: Medium, { at, normal, opposite }: Across): boolean =>
  tapersToEdge(scene, at, normal, opposite, medium)

const isSupported = (scene: RayScene, medium: Medium, { at, normal, opposite }: Across): boolean =>
  hasSupport(scene, medium, at, normal, opposite.mm)

/**
 * Index in `sorted` of the thinnest wall or gap that is neither a stray ray nor a knife edge; -1
 * for none.
 */
function firstReal(scene: RayScene, medium: Medium, sorted: readonly Across[], watch: Watch): number {
  const end = Math.min(sorted.length, maxChecks)
  for (let i = 0; i < end; i++) {
    if (i % 16 === 0) step(watch, 'walls', 0.66)
    const across = sorted[i] as Across
    if (!tapers(scene, medium, across) && isSupported(scene, medium, across)) return i
  }

  return -1
}

/**
 * The surface next to a point, found by a ray along the normal from `reachMm` before to `reachMm`
 * behind the point.
 */
function surfaceNear(
  scene: RayScene,
  point: Vec3,
  normal: Vec3,
  reachMm: number,
): Pick<Across, 'at' | 'normal' | 'triangle'> | undefined {
  const { rays } = scene
  const from = add(point, scale(normal, reachMm))
  if (!rays.cast(...from, -normal[0], -normal[1], -normal[2], 0, 2 * reachMm, 'front')) return undefined

  const { distance: along, triangle } = rays.hit
  return { at: subtract(from, scale(normal, along)), normal: scene.normalOf(triangle), triangle }
}

/**
 * Descends from a point to the thinnest one near it: six neighbours a round, half as far away when
 * none is thinner.
 */
function thinnestNear(scene: RayScene, medium: Medium, start: Across): Across {
  let best = start
  let reachMm = scene.spacingMm
  for (let round = 0; round < descentRounds && reachMm > scene.epsilonMm; round++) {
    const side = perpendicular(best.normal)
    const other = cross(best.normal, side)
    const from = best

    for (let k = 0; k < 6; k++) {
      const turn = (Math.PI * k) / 3 + round
      const by = add(scale(side, reachMm * Math.cos(turn)), scale(other, reachMm * Math.sin(turn)))
      const surface = surfaceNear(scene, add(from.at, by), from.normal, reachMm)
      const across = surface && acrossAt(scene, medium, surface.at, surface.normal)
      if (!surface || !across) continue

      const opposite = unfaceted(scene, medium, surface, across)
      if (!(opposite.mm < (1 - 1e-4) * best.opposite.mm)) continue

      const found: Across = { ...surface, areaMm2: 0, opposite }
      if (!tapers(scene, medium, found)) best = found
    }

    if (best === from) reachMm /= 2
  }

  return best
}

/**
 * The thinnest wall or narrowest gap around the thinnest samples. Between two samples a wall of
 * varying thickness may be thinner still; between parallel planes it cannot be.
 */
function thinnestOf(scene: RayScene, medium: Medium, sorted: readonly Across[], first: number, watch: Watch): Across {
  let best = sorted[first] as Across
  const limitMm = 1.5 * best.opposite.mm
  const starts: Across[] = []

  for (let i = first; i < sorted.length && i < first + maxStartCandidates && starts.length < maxStarts; i++) {
    const start = sorted[i] as Across
    if (start.opposite.mm > limitMm) break

    const isNearStart = starts.some(({ at }) => distance(at, start.at) < 4 * scene.spacingMm)
    if (start.opposite.facing > parallel || isNearStart) continue

    step(watch, 'walls', 0.67)
    starts.push(start)
    if (i > first && tapers(scene, medium, start)) continue

    const found = thinnestNear(scene, medium, start)
    if (found.opposite.mm < best.opposite.mm && isSupported(scene, medium, found)) best = found
  }

  return best
}

/**
 * The real walls or gaps of a sorted list, the thinnest one around them first; empty when there is
 * none.
 */
export function realOf(scene: RayScene, medium: Medium, sorted: readonly Across[], watch: Watch): readonly Across[] {
  const first = firstReal(scene, medium, sorted, watch)
  if (first < 0) return []

  const thinnest = thinnestOf(scene, medium, sorted, first, watch)
  const real = sorted.slice(first)
  return thinnest === real[0] ? real : [thinnest, ...real]
}

/** The real walls or gaps below a limit that are no knife edges. */
export function thinOf(
  scene: RayScene,
  medium: Medium,
  real: readonly Across[],
  belowMm: number,
  watch: Watch,
): Measured[] {
  const thin: Measured[] = []
  for (let i = 0; i < real.length; i++) {
    if (i % 16 === 0) step(watch, 'walls', 0.7)

    const across = real[i] as Across
    const { at, normal, triangle, areaMm2, opposite } = across
    if (opposite.mm >= belowMm - 4 * scene.epsilonMm) break
    if (i < maxChecks && tapers(scene, medium, across)) continue

    const toOpposite = scale(normal, medium === 'wall' ? -opposite.mm : opposite.mm)
    thin.push({ at, triangle, areaMm2, mm: opposite.mm, across: add(at, toOpposite) })
  }

  return thin
}
