import { step, type Watch } from '../control/watch.ts'
import { num } from '../math/typed-access.ts'
import { add, dot, scale, subtract, type Vec3 } from '../math/vector.ts'
import type { Hole } from '../model/facts.ts'
import {
  alongAxis,
  areCoaxial,
  areEqualRadii,
  axisMiddle,
  axisPoint,
  type Border,
  bordersAtEnd,
  disjointSets,
  isRound,
  isSquareTo,
  lineAngleDeg,
  type PartFace,
  type PartGraph,
} from './part-graph.ts'

/** One wall of a hole, in the chain's own measure along its axis. Radii in mm at `from` and at `to`. */
export interface Segment {
  face: PartFace
  from: number
  to: number
  radiusFromMm: number
  radiusToMm: number
}

/** Walls about one axis that a machinist takes for one hole, ordered along it. */
export interface HoleChain {
  origin: Vec3
  axis: Vec3
  segments: Segment[]
  /** What closes the chain before its first and after its last segment. */
  ends: { first: Hole['bottom']; last: Hole['bottom'] }
}

/** A keyway leaves 316° and more of its bore; a relief drilled into a pocket's corner has 270°. */
const fullSweepDeg = 300

/** Above these a wide wall is a bore of its own, not the counterbore of the narrow one. */
const counterboreDiameters = 4
const counterboreDepths = 3

function isBoreWall(face: PartFace): boolean {
  if (face.kind === 'sphere') return face.concave
  // A convex torus is the rounded rim of a hole; it only ever extends a chain.
  if (face.kind === 'torus') return face.sweepDeg >= fullSweepDeg
  return (face.kind === 'cylinder' || face.kind === 'cone') && face.concave && face.sweepDeg >= fullSweepDeg
}

/** Whether `a` and `b` are two ends of one drilled hole that a wider bore `through` cuts in the middle. */
function meetAcross(graph: PartGraph, a: PartFace, b: PartFace, through: PartFace): boolean {
  if (a.kind !== 'cylinder' || b.kind !== 'cylinder' || !areCoaxial(graph, a, b)) return false
  if (!areEqualRadii(graph, a.radiusMm, b.radiusMm)) return false
  const apart = Math.abs(alongAxis(a, axisMiddle(b)) - (a.axialRange[0] + a.axialRange[1]) / 2)
  const halves = (a.axialRange[1] - a.axialRange[0] + b.axialRange[1] - b.axialRange[0]) / 2
  return apart - halves <= 3 * through.radiusMm
}

/** Joins the walls around `middle` pairwise where `belong` says so; sorted first, since a plate may have 10 000 holes. */
function joinAround(
  walls: PartFace[],
  place: (wall: PartFace) => Vec3,
  reachMm: number,
  belong: (a: PartFace, b: PartFace) => boolean,
  join: (a: number, b: number) => void,
): void {
  // A direction no drawing uses, so that rows of holes do not fall together.
  const slant: Vec3 = [0.5345, 0.2673, 0.8018]
  const sorted = walls.map((wall) => ({ wall, at: dot(place(wall), slant) })).sort((a, b) => a.at - b.at)
  sorted.forEach(({ wall, at }, i) => {
    for (let k = i + 1; k < sorted.length && (sorted[k]?.at ?? 0) - at <= reachMm; k++) {
      const other = sorted[k]?.wall
      if (other && other !== wall && belong(wall, other)) join(wall.id, other.id)
    }
  })
}

/** Where the wall's axis meets the plane. */
function axisOnPlane(wall: PartFace, plane: PartFace): Vec3 {
  const slope = dot(wall.axis, plane.axis)
  const rise = dot(subtract(plane.centroid, wall.origin), plane.axis)
  return add(wall.origin, scale(wall.axis, rise / slope))
}

/** Whether two touching faces are walls of one hole. A bowl much wider than the hole is a dish that the hole starts from. */
function continues(graph: PartGraph, a: PartFace, b: PartFace): boolean {
  if (!isBoreWall(a) || !isBoreWall(b) || !areCoaxial(graph, a, b)) return false
  if (a.kind !== 'sphere' && b.kind !== 'sphere') return true
  return Math.max(a.radiusMm, b.radiusMm) <= 1.2 * Math.min(a.radiusMm, b.radiusMm)
}

const distinct = <T>(things: readonly T[]): T[] => [...new Set(things)]

function wallSets(graph: PartGraph, watch: Watch): PartFace[][] {
  const sets = disjointSets(graph.faces.length)
  const walls = graph.faces.filter(isBoreWall)

  for (const { a, b } of graph.edges) {
    const first = graph.faces[a]
    const second = graph.faces[b]
    if (first && second && continues(graph, first, second)) sets.join(a, b)
  }

  for (const middle of graph.faces) {
    if (middle.id % 4096 === 0) step(watch, 'features', 0.2 + (0.1 * middle.id) / graph.faces.length)

    const around = distinct((graph.borders[middle.id] ?? []).map(({ other }) => other)).filter(isBoreWall)
    if (around.length < 2) continue

    if (middle.kind === 'plane') {
      // A convex torus on a plane may be the rounded outside of a disc, not of its bore.
      const square = around.filter(
        (wall) => isRound(wall) && isSquareTo(graph, middle, wall.axis) && (wall.concave || wall.kind !== 'torus'),
      )
      const widest = square.reduce((most, wall) => Math.max(most, wall.radiusMm), 0)
      const reach = 2 * (graph.toleranceMm + graph.radiusShare * widest)
      const belong = (a: PartFace, b: PartFace) => areCoaxial(graph, a, b)
      joinAround(square, (wall) => axisOnPlane(wall, middle), reach, belong, sets.join)
    } else if (middle.concave && isRound(middle) && around.length <= 400) {
      const across = around.filter((wall) => isRound(wall) && lineAngleDeg(wall.axis, middle.axis) > 10)
      const belong = (a: PartFace, b: PartFace) => meetAcross(graph, a, b, middle)
      joinAround(across, () => [0, 0, 0], 0, belong, sets.join)
    }
  }

  return [...Map.groupBy(walls, (wall) => sets.root(wall.id)).values()]
}

/** Whether a cone is wider at the end of its axial range: by its rims' radii, or by where most of its surface lies. */
export function widensAlongAxis(graph: PartGraph, cone: PartFace): boolean {
  const rims = (graph.borders[cone.id] ?? []).filter(({ edge }) => edge.kind === 'circle' && edge.radiusMm > 0)
  const middle = (cone.axialRange[0] + cone.axialRange[1]) / 2
  const mean = (cone.radiusMm + cone.minorRadiusMm) / 2
  const votes = rims.reduce(
    (sum, { edge }) => sum + Math.sign(edge.radiusMm - mean) * Math.sign(alongAxis(cone, edge.midpoint) - middle),
    0,
  )

  return votes !== 0 ? votes > 0 : alongAxis(cone, cone.centroid) >= middle
}

function segmentOf(graph: PartGraph, face: PartFace, origin: Vec3, axis: Vec3): Segment {
  const along = (point: Vec3) => dot(subtract(point, origin), axis)
  if (face.kind === 'sphere') {
    const centre = along(face.origin)
    const bowl = along(face.centroid) >= centre ? [0, face.radiusMm] : [-face.radiusMm, 0]
    const from = centre + num(bowl, 0)
    const to = centre + num(bowl, 1)
    return { face, from, to, radiusFromMm: face.radiusMm, radiusToMm: face.radiusMm }
  }

  const ends = face.axialRange.map((at) => along(axisPoint(face, at)))
  const from = Math.min(...ends)
  const to = Math.max(...ends)
  if (face.kind !== 'cone') return { face, from, to, radiusFromMm: face.radiusMm, radiusToMm: face.radiusMm }

  const widens = widensAlongAxis(graph, face) === dot(face.axis, axis) > 0
  const [radiusFromMm, radiusToMm] = widens ? [face.minorRadiusMm, face.radiusMm] : [face.radiusMm, face.minorRadiusMm]
  return { face, from, to, radiusFromMm, radiusToMm }
}

/** Cuts a chain where a wide wall is too wide or too deep to be the counterbore of its narrow neighbour. */
function cutAtBores(segments: Segment[]): Segment[][] {
  const parts: Segment[][] = [[]]
  let before: Segment | undefined
  for (const segment of segments) {
    if (segment.face.kind === 'cylinder') {
      if (before) {
        const [narrow, wide] = before.radiusToMm < segment.radiusToMm ? [before, segment] : [segment, before]
        const isBore =
          wide.radiusToMm > counterboreDiameters * narrow.radiusToMm ||
          (wide.to - wide.from > counterboreDepths * 2 * wide.radiusToMm && wide.radiusToMm > 1.02 * narrow.radiusToMm)
        if (isBore) parts.push([])
      }
      before = segment
    }
    parts.at(-1)?.push(segment)
  }

  return parts
}

const lengthAround = (borders: readonly Border[]): number => borders.reduce((sum, { edge }) => sum + edge.lengthMm, 0)

function bottomKind(graph: PartGraph, wall: PartFace, floor: PartFace): Hole['bottom'] {
  if (floor.kind === 'plane') return isSquareTo(graph, floor, wall.axis) ? 'flat' : 'other'
  if (floor.kind === 'cone') return areCoaxial(graph, wall, floor) ? 'cone' : 'other'
  if (floor.kind === 'torus') return 'flat'
  return floor.kind === 'sphere' ? 'round' : 'other'
}

/**
 * What closes a chain at its outermost segment. A floor meets the wall in an inner corner (or a smooth hollow) along at least
 * a third of the rim; a crossing bore may take the rest away.
 */
function endOf(graph: PartGraph, segment: Segment, axis: Vec3, isLast: boolean, inChain: Set<number>): Hole['bottom'] {
  const { face } = segment
  if (face.kind === 'sphere') return 'round'

  const towards = isLast === dot(face.axis, axis) > 0 ? 'to' : 'from'
  const radiusMm = isLast ? segment.radiusToMm : segment.radiusFromMm
  const borders = bordersAtEnd(graph, face, towards).filter(({ other }) => !inChain.has(other.id))
  const widest = Math.max(segment.radiusFromMm, segment.radiusToMm)
  const isTip = face.kind === 'cone' && radiusMm < widest && (radiusMm <= 0.05 * widest || face.halfAngleDeg > 20)
  const hollow = borders.filter(
    ({ other, edge }) => edge.convexity === 'concave' || (edge.convexity === 'smooth' && isHollow(face, other)),
  )
  const isClosed = lengthAround(hollow) >= 0.35 * 2 * Math.PI * radiusMm
  if (isTip) return isClosed || lengthAround(borders) < Math.PI * radiusMm ? 'cone' : 'open'

  const [floor] = hollow.sort((a, b) => b.edge.lengthMm - a.edge.lengthMm)
  return isClosed && floor ? bottomKind(graph, face, floor.other) : 'open'
}

/** A smooth way on is a floor where it hollows: after an inner fillet comes the floor, after a rounded rim the outside. */
const isHollow = (wall: PartFace, next: PartFace): boolean =>
  wall.kind === 'torus' ? wall.concave : next.concave && next.kind !== 'plane'

/** A ring-shaped groove around a post is no hole: its floor has the post's wall as its inner border. */
const isGroove = (graph: PartGraph, segments: Segment[]): boolean =>
  segments.some(({ face }) =>
    (graph.borders[face.id] ?? []).some(
      ({ other: floor, edge }) =>
        edge.convexity !== 'convex' &&
        isSquareTo(graph, floor, face.axis) &&
        (graph.borders[floor.id] ?? []).some(
          ({ other: post, edge: foot }) =>
            foot.convexity !== 'convex' &&
            (post.kind === 'cylinder' || post.kind === 'cone') &&
            !post.concave &&
            post.radiusMm > 0.3 * face.radiusMm &&
            post.radiusMm < face.radiusMm &&
            areCoaxial(graph, face, post),
        ),
    ),
  )

/** Coaxial round inner walls that belong to one hole each: joined through steps, chamfers and crossing bores. */
export const holeChains = (graph: PartGraph, watch: Watch): HoleChain[] =>
  wallSets(graph, watch).flatMap((walls) => {
    const bores = walls.filter(({ kind, concave }) => concave && (kind === 'cylinder' || kind === 'cone'))
    if (bores.length === 0) return []

    const main = bores.reduce((best, face) => (face.areaMm2 > best.areaMm2 ? face : best))
    const { origin, axis } = main
    const segments = walls
      .map((face) => segmentOf(graph, face, origin, axis))
      .sort((a, b) => a.from + a.to - (b.from + b.to))
    const inChain = new Set(walls.map(({ id }) => id))

    return cutAtBores(segments).flatMap((part) => {
      const first = part[0]
      const last = part.at(-1)
      if (!first || !last || isGroove(graph, part)) return []

      const ends = {
        first: first === segments[0] ? endOf(graph, first, axis, false, inChain) : stepEnd(segments, first, -1),
        last: last === segments.at(-1) ? endOf(graph, last, axis, true, inChain) : stepEnd(segments, last, 1),
      }

      return [{ origin, axis, segments: part, ends }]
    })
  })

/** A bore cut off its chain stands on the step to the narrower hole; the narrower one opens into the bore. */
function stepEnd(segments: Segment[], outermost: Segment, onwards: 1 | -1): Hole['bottom'] {
  const next = segments[segments.indexOf(outermost) + onwards]
  const radius = Math.max(outermost.radiusFromMm, outermost.radiusToMm)
  return next && Math.min(next.radiusFromMm, next.radiusToMm) < radius ? 'flat' : 'open'
}
