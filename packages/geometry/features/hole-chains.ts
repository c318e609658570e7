import { dot, subtract, type Vec3 } from '../math/vector.ts'
import type { Hole } from '../model/facts.ts'
import type { Watch } from '../model/watch.ts'
import { holeWalls } from './hole-walls.ts'
import {
  alongAxis,
  areCoaxial,
  axisPoint,
  type Border,
  bordersAround,
  bordersAtEnd,
  isSquareTo,
  neighboursOf,
  type PartFace,
  type PartGraph,
} from './part-graph.ts'

/** One wall of a hole; `from` and `to` in mm along the chain's axis, with the radii there. */
export interface Segment {
  face: PartFace
  from: number
  to: number
  radiusFromMm: number
  radiusToMm: number
}

/** Walls about one axis that a machinist sees as one hole, sorted along the axis. */
export interface HoleChain {
  origin: Vec3
  axis: Vec3
  segments: Segment[]
  /** What closes the chain before its first and after its last segment. */
  ends: { first: Hole['bottom']; last: Hole['bottom'] }
}

/**
 * A wall more than this many times as wide as the narrow one, or deeper than this many of its own
 * diameters, is a separate bore, not a counterbore.
 */
const maxCounterboreWidths = 4
const maxCounterboreDepths = 3

/**
 * Whether a cone is wider at the end of its axial range: decided by the radii of its rims, else by
 * its centroid.
 */
function widensAlongAxis(graph: PartGraph, cone: PartFace): boolean {
  const rims = bordersAround(graph, cone).filter(({ edge }) => edge.kind === 'circle' && edge.radiusMm > 0)
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
    const isAhead = along(face.centroid) >= centre
    const from = isAhead ? centre : centre - face.radiusMm
    const to = isAhead ? centre + face.radiusMm : centre
    return { face, from, to, radiusFromMm: face.radiusMm, radiusToMm: face.radiusMm }
  }

  const ends = face.axialRange.map((at) => along(axisPoint(face, at)))
  const from = Math.min(...ends)
  const to = Math.max(...ends)
  if (face.kind !== 'cone') return { face, from, to, radiusFromMm: face.radiusMm, radiusToMm: face.radiusMm }

  const widens = widensAlongAxis(graph, face) === dot(face.axis, axis) > 0
  if (widens) return { face, from, to, radiusFromMm: face.minorRadiusMm, radiusToMm: face.radiusMm }
  return { face, from, to, radiusFromMm: face.radiusMm, radiusToMm: face.minorRadiusMm }
}

/**
 * Whether the wider of two neighbouring cylinders is too wide or too deep to be a counterbore of
 * the narrower.
 */
function isSeparateBore(a: Segment, b: Segment): boolean {
  const narrow = a.radiusToMm < b.radiusToMm ? a : b
  const wide = narrow === a ? b : a
  if (wide.radiusToMm > maxCounterboreWidths * narrow.radiusToMm) return true

  const isDeep = wide.to - wide.from > maxCounterboreDepths * 2 * wide.radiusToMm
  return isDeep && wide.radiusToMm > 1.02 * narrow.radiusToMm
}

/** Cuts a chain between a hole and a bore too large to be its counterbore. */
function cutAtBores(segments: Segment[]): Segment[][] {
  const pieces: Segment[][] = [[]]
  let before: Segment | undefined
  for (const segment of segments) {
    if (segment.face.kind === 'cylinder') {
      if (before && isSeparateBore(before, segment)) pieces.push([])
      before = segment
    }
    pieces.at(-1)?.push(segment)
  }

  return pieces
}

const lengthAround = (borders: readonly Border[]): number => borders.reduce((sum, { edge }) => sum + edge.lengthMm, 0)

function bottomKind(graph: PartGraph, wall: PartFace, floor: PartFace): Hole['bottom'] {
  if (floor.kind === 'plane') return isSquareTo(graph, floor, wall.axis) ? 'flat' : 'other'
  if (floor.kind === 'cone') return areCoaxial(graph, wall, floor) ? 'cone' : 'other'
  if (floor.kind === 'torus') return 'flat'
  return floor.kind === 'sphere' ? 'round' : 'other'
}

/** A drill's tip: a cone that ends in a point, or one too blunt to be a tapered wall. */
function isDrillTip({ face, radiusFromMm, radiusToMm }: Segment, endRadiusMm: number): boolean {
  const widestMm = Math.max(radiusFromMm, radiusToMm)
  if (face.kind !== 'cone' || endRadiusMm >= widestMm) return false
  return endRadiusMm <= 0.05 * widestMm || face.halfAngleDeg > 20
}

/**
 * What closes a chain at its outermost segment. A floor meets the wall in an inner corner (or a
 * smooth hollow) along at least a third of the rim; a crossing bore may have removed the rest.
 */
function endOf(graph: PartGraph, segment: Segment, axis: Vec3, isLast: boolean, inChain: Set<number>): Hole['bottom'] {
  const { face } = segment
  if (face.kind === 'sphere') return 'round'

  const end = isLast === dot(face.axis, axis) > 0 ? 'to' : 'from'
  const radiusMm = isLast ? segment.radiusToMm : segment.radiusFromMm
  const borders = bordersAtEnd(graph, face, end).filter(({ other }) => !inChain.has(other.id))
  const hollow = borders.filter(
    ({ other, edge }) => edge.convexity === 'concave' || (edge.convexity === 'smooth' && isHollow(face, other)),
  )
  const isClosed = lengthAround(hollow) >= 0.35 * 2 * Math.PI * radiusMm

  if (isDrillTip(segment, radiusMm)) {
    const isPointed = lengthAround(borders) < Math.PI * radiusMm
    return isClosed || isPointed ? 'cone' : 'open'
  }

  const [floor] = hollow.sort((a, b) => b.edge.lengthMm - a.edge.lengthMm)
  return isClosed && floor ? bottomKind(graph, face, floor.other) : 'open'
}

/**
 * Whether a smooth border leads to a floor: after an inner fillet comes the floor, after a rounded
 * rim the outside.
 */
const isHollow = (wall: PartFace, next: PartFace): boolean =>
  wall.kind === 'torus' ? wall.concave : next.concave && next.kind !== 'plane'

/** Whether a face is a post in the middle of a round wall. */
function isPostIn(graph: PartGraph, wall: PartFace, post: PartFace): boolean {
  const isRoundOutside = (post.kind === 'cylinder' || post.kind === 'cone') && !post.concave
  if (!isRoundOutside || post.radiusMm <= 0.3 * wall.radiusMm || post.radiusMm >= wall.radiusMm) return false
  return areCoaxial(graph, wall, post)
}

/** A ring-shaped groove around a post is not a hole: its floor borders on the post. */
function isGroove(graph: PartGraph, segments: Segment[]): boolean {
  const innerNeighbours = (face: PartFace) => neighboursOf(graph, face, ({ edge }) => edge.convexity !== 'convex')

  return segments.some(({ face: wall }) => {
    const floors = innerNeighbours(wall).filter((floor) => isSquareTo(graph, floor, wall.axis))
    return floors.some((floor) => innerNeighbours(floor).some((post) => isPostIn(graph, wall, post)))
  })
}

/**
 * A bore cut off its chain stands on the step to the narrower hole; the narrower one opens into the
 * bore.
 */
function stepEnd(outermost: Segment, next: Segment | undefined): Hole['bottom'] {
  const radius = Math.max(outermost.radiusFromMm, outermost.radiusToMm)
  return next && Math.min(next.radiusFromMm, next.radiusToMm) < radius ? 'flat' : 'open'
}

/** The holes that a group of coaxial walls makes. */
function chainsOf(graph: PartGraph, walls: readonly PartFace[]): HoleChain[] {
  const bores = walls.filter(({ kind, concave }) => concave && (kind === 'cylinder' || kind === 'cone'))
  if (bores.length === 0) return []

  const main = bores.reduce((largest, face) => (face.areaMm2 > largest.areaMm2 ? face : largest))
  const { origin, axis } = main
  const segments = walls
    .map((face) => segmentOf(graph, face, origin, axis))
    .sort((a, b) => a.from + a.to - (b.from + b.to))
  const inChain = new Set(walls.map(({ id }) => id))

  return cutAtBores(segments).flatMap((piece) => {
    const first = piece[0]
    const last = piece.at(-1)
    if (!first || !last || isGroove(graph, piece)) return []

    const before = segments[segments.indexOf(first) - 1]
    const after = segments[segments.indexOf(last) + 1]
    const ends = {
      first: before ? stepEnd(first, before) : endOf(graph, first, axis, false, inChain),
      last: after ? stepEnd(last, after) : endOf(graph, last, axis, true, inChain),
    }

    return [{ origin, axis, segments: piece, ends }]
  })
}

/**
 * Coaxial round inner walls that make one hole each, joined through steps, chamfers and crossing
 * bores.
 */
export const holeChains = (graph: PartGraph, watch: Watch): HoleChain[] =>
  holeWalls(graph, watch).flatMap((walls) => chainsOf(graph, walls))
