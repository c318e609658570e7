import { add, dot, scale, subtract, type Vec3 } from '../math/vector.ts'
import type { Hole } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'
import { type HoleChain, holeChains, type Segment } from './hole-chains.ts'
import {
  axisMiddle,
  distanceToLine,
  lastNonZero,
  lineAngleDeg,
  neighboursOf,
  type PartFace,
  type PartGraph,
} from './part-graph.ts'
import { threadCandidates } from './threads.ts'

/** A hole and the faces of its wall in the part graph. */
export interface FoundHole {
  hole: Hole
  walls: PartFace[]
}

const minRadiusMm = ({ radiusFromMm, radiusToMm }: Segment): number => Math.min(radiusFromMm, radiusToMm)
const maxRadiusMm = ({ radiusFromMm, radiusToMm }: Segment): number => Math.max(radiusFromMm, radiusToMm)

/** The chain from the other end. */
const reversed = ({ origin, axis, segments, ends }: HoleChain): HoleChain => ({
  origin,
  axis: scale(axis, -1),
  segments: segments
    .map(({ face, from, to, radiusFromMm, radiusToMm }) => ({
      face,
      from: -to,
      to: -from,
      radiusFromMm: radiusToMm,
      radiusToMm: radiusFromMm,
    }))
    .reverse(),
  ends: { first: ends.last, last: ends.first },
})

/**
 * The narrowest cylinder; a hole without one (moulded, or only countersunk) has its narrowest cone.
 */
function mainOf(segments: readonly Segment[]): Segment | undefined {
  const cylinders = segments.filter(({ face }) => face.kind === 'cylinder')
  const pool = cylinders.length > 0 ? cylinders : segments.filter(({ face }) => face.kind === 'cone')
  return pool.reduce<Segment | undefined>(
    (best, one) => (best && minRadiusMm(best) <= minRadiusMm(one) ? best : one),
    undefined,
  )
}

function counterboreOf(segments: readonly Segment[], main: Segment): Hole['counterbore'] {
  const outer = segments.find(({ face }) => face.kind === 'cylinder')
  const rim = segments[0]
  if (!rim || !outer || outer.to > main.from + (main.to - main.from) / 2) return undefined
  if (minRadiusMm(outer) < 1.02 * minRadiusMm(main)) return undefined
  return { diameterMm: 2 * outer.radiusToMm, depthMm: outer.to - rim.from }
}

/**
 * A cone at the rim that widens outwards; a chamfer is a small countersink, a draft below 5° is
 * not.
 */
function countersinkOf(segments: readonly Segment[]): Hole['countersink'] {
  const cone = segments.find(({ face }) => face.kind !== 'torus')
  if (cone?.face.kind !== 'cone' || cone.radiusFromMm <= cone.radiusToMm) return undefined
  if (cone.face.halfAngleDeg < 5) return undefined
  return { diameterMm: 2 * cone.radiusFromMm, angleDeg: 2 * cone.face.halfAngleDeg }
}

/**
 * How suitable one end is for the drill to enter: the wider its counterbore or countersink, the
 * more.
 */
function entrySuitability({ segments }: HoleChain): number {
  const main = mainOf(segments)
  const first = segments.find(({ face }) => face.kind !== 'torus')
  return main && first ? maxRadiusMm(first) / Math.max(minRadiusMm(main), 1e-9) : 0
}

/**
 * The chain from where a drill enters: the open end, the wider of two, and from above where both
 * are equal.
 */
function fromEntry(graph: PartGraph, chain: HoleChain): HoleChain | undefined {
  const { first, last } = chain.ends
  if (first !== 'open' && last !== 'open') return undefined
  if (first !== 'open') return reversed(chain)
  if (last !== 'open') return chain

  const other = reversed(chain)
  const lead = entrySuitability(chain) - entrySuitability(other)
  if (Math.abs(lead) > graph.radiusShare) return lead > 0 ? chain : other

  return lastNonZero(chain.axis) <= 0 ? chain : other
}

/**
 * Whether the foot of the perpendicular from the hole is on the plane's face. A face is known only
 * by its box and neighbours, so the foot must be in the box and, within `slackMm`, behind every
 * neighbouring plane that turns away from it.
 */
function isOnFace(graph: PartGraph, face: PartFace, foot: Vec3, slackMm: number): boolean {
  const { min, max } = face.box
  const inBox = foot.every((value, i) => value >= (min[i] ?? 0) - slackMm && value <= (max[i] ?? 0) + slackMm)
  if (!inBox) return false

  const limits = neighboursOf(graph, face, ({ other, edge }) => edge.convexity === 'convex' && other.kind === 'plane')
  return limits.every((plane) => dot(plane.axis, subtract(foot, plane.centroid)) <= slackMm)
}

/** Distance and direction from a hole's middle to a side; undefined if not beside the hole. */
function reachTo(
  graph: PartGraph,
  side: PartFace,
  axis: Vec3,
  middle: Vec3,
): { reach: number; outwards: Vec3 } | undefined {
  const tilt = lineAngleDeg(side.axis, axis)
  if (side.kind === 'plane') {
    if (tilt < 85) return undefined
    return { reach: dot(side.axis, subtract(side.centroid, middle)), outwards: side.axis }
  }

  if (tilt > 5) return undefined

  const offset = distanceToLine(middle, side.origin, side.axis)
  const reach = side.radiusMm - offset
  if (offset > graph.toleranceMm) {
    const from = subtract(middle, axisMiddle(side))
    const across = subtract(from, scale(side.axis, dot(from, side.axis)))
    return { reach, outwards: scale(across, 1 / offset) }
  }

  // On the common axis every direction is equally near; the side where the wall is decides.
  const perRadius = side.sweepDeg >= 300 ? 0 : 1 / Math.max(side.radiusMm, 1e-9)
  return { reach, outwards: scale(subtract(side.centroid, middle), perRadius) }
}

/**
 * Distance from the hole's wall (main diameter), across its axis at mid-depth, to the nearest side:
 * planes along the axis that face away from it, and round outer walls parallel to it. Undefined
 * when there is no such wall beside the hole.
 */
function edgeDistanceMm(graph: PartGraph, sides: readonly PartFace[], hole: Hole): number | undefined {
  const middle = add(hole.entry, scale(hole.axis, hole.depthMm / 2))
  const radiusMm = hole.diameterMm / 2
  let nearest = Number.POSITIVE_INFINITY
  for (const side of sides) {
    const found = reachTo(graph, side, hole.axis, middle)
    if (!found) continue

    const { reach, outwards } = found
    if (reach <= radiusMm || reach - radiusMm >= nearest) continue

    if (isOnFace(graph, side, add(middle, scale(outwards, reach)), radiusMm)) nearest = reach - radiusMm
  }

  return Number.isFinite(nearest) ? nearest : undefined
}

function holeOf(graph: PartGraph, found: HoleChain): FoundHole | undefined {
  const chain = fromEntry(graph, found)
  const main = chain && mainOf(chain.segments)
  const first = chain?.segments[0]
  if (!chain || !main || !first) return undefined

  const { origin, segments, axis, ends } = chain
  const through = ends.last === 'open'
  const reaching = through ? segments : segments.filter((one) => one === main || isWall(one, ends.last))
  const end = reaching.reduce((most, { to }) => Math.max(most, to), main.to)
  const start = segments.reduce((least, { from }) => Math.min(least, from), first.from)
  const diameterMm = 2 * minRadiusMm(main)
  if (!(diameterMm > graph.toleranceMm) || !(end - start > graph.toleranceMm)) return undefined

  const walls = segments.map(({ face }) => face)
  const areaMm2 = walls.reduce((sum, face) => sum + face.areaMm2, 0)
  const trust = walls.reduce((sum, face) => sum + face.areaMm2 * face.confidence, 0)
  const counterbore = counterboreOf(segments, main)

  const hole: Hole = {
    diameterMm,
    depthMm: end - start,
    through,
    axis,
    entry: add(origin, scale(axis, start)),
    bottom: ends.last,
    counterbore,
    countersink: counterbore ? undefined : countersinkOf(segments),
    threadCandidates: threadCandidates(diameterMm),
    edgeDistanceMm: undefined,
    faces: walls.flatMap(({ sources }) => sources).sort((a, b) => a - b),
    confidence: (areaMm2 > 0 ? trust / areaMm2 : 0) * (main.face.sweepDeg >= 330 ? 1 : 0.8),
  }

  return { hole, walls }
}

/**
 * The drill's tip and a ball's bowl are beyond the depth a drawing gives; the fillet of a flat
 * floor is within it.
 */
const isWall = ({ face, radiusFromMm, radiusToMm }: Segment, bottom: Hole['bottom']): boolean =>
  face.kind === 'cylinder' ||
  (face.kind === 'torus' && bottom === 'flat') ||
  (face.kind === 'cone' && radiusFromMm <= radiusToMm)

/**
 * Edge distances consider only this many of the largest sides, so that a part with 10 000 holes
 * stays fast.
 */
const maxSides = 2000

/**
 * Every drilled, bored or moulded round hole. `depthMm` runs from the entry surface (counterbore
 * and chamfer included) to the shoulder of the main bore, as in a drawing: the tip of the drill is
 * not counted. Several coaxial walls of different diameter are one hole of the smallest diameter,
 * with the step at its entry as counterbore. Edge distances ignore the `innerWalls` of pockets and
 * windows.
 */
export function holesOf(graph: PartGraph, innerWalls: ReadonlySet<number>, watch: Watch): FoundHole[] {
  const found = holeChains(graph, watch).flatMap((chain) => holeOf(graph, chain) ?? [])
  const sides = graph.faces
    .filter(({ id, kind, concave }) => !innerWalls.has(id) && (kind === 'plane' || (kind === 'cylinder' && !concave)))
    .sort((a, b) => b.areaMm2 - a.areaMm2)
    .slice(0, maxSides)

  found.forEach(({ hole }, i) => {
    if (i % 64 === 0) step(watch, 'features', 0.3 + (0.3 * i) / found.length)
    hole.edgeDistanceMm = edgeDistanceMm(graph, sides, hole)
  })

  return found.sort((a, b) => compareHoles(a.hole, b.hole))
}

/** By diameter, depth and position, so that renumbered faces give the same list. */
function compareHoles(a: Hole, b: Hole): number {
  const left = [a.diameterMm, a.depthMm, ...a.entry, ...a.axis]
  const right = [b.diameterMm, b.depthMm, ...b.entry, ...b.axis]
  const at = left.findIndex((value, i) => value !== right[i])
  return (left[at] ?? 0) - (right[at] ?? 0)
}
