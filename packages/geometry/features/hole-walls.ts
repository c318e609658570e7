import { DisjointSets } from '../math/disjoint-sets.ts'
import { add, dot, scale, subtract, type Vec3 } from '../math/vector.ts'
import { step, type Watch } from '../model/watch.ts'
import {
  alongAxis,
  areCoaxial,
  areEqualRadii,
  axisMiddle,
  isRound,
  isSquareTo,
  lineAngleDeg,
  neighboursOf,
  type PartFace,
  type PartGraph,
} from './part-graph.ts'

/** A keyway leaves 316° or more of its bore; a relief drilled into a pocket's corner has 270°. */
const minSweepDeg = 300

/**
 * Pairs of holes across a wider bore are compared one by one; beyond this many it would take too
 * long.
 */
const maxCrossingWalls = 400

function isBoreWall(face: PartFace): boolean {
  if (face.kind === 'sphere') return face.concave
  // A convex torus is the rounded rim of a hole; it only ever extends a chain.
  if (face.kind === 'torus') return face.sweepDeg >= minSweepDeg
  return (face.kind === 'cylinder' || face.kind === 'cone') && face.concave && face.sweepDeg >= minSweepDeg
}

/**
 * Whether two touching faces are walls of one hole. A bowl much wider than the hole is a dish that
 * the hole starts from.
 */
function continues(graph: PartGraph, a: PartFace, b: PartFace): boolean {
  if (!isBoreWall(a) || !isBoreWall(b) || !areCoaxial(graph, a, b)) return false
  if (a.kind !== 'sphere' && b.kind !== 'sphere') return true
  return Math.max(a.radiusMm, b.radiusMm) <= 1.2 * Math.min(a.radiusMm, b.radiusMm)
}

/**
 * Whether `a` and `b` are two ends of one drilled hole that the wider bore `through` cuts in the
 * middle.
 */
function meetAcross(graph: PartGraph, a: PartFace, b: PartFace, through: PartFace): boolean {
  if (a.kind !== 'cylinder' || b.kind !== 'cylinder' || !areCoaxial(graph, a, b)) return false
  if (!areEqualRadii(graph, a.radiusMm, b.radiusMm)) return false

  const apart = Math.abs(alongAxis(a, axisMiddle(b)) - (a.axialRange[0] + a.axialRange[1]) / 2)
  const halves = (a.axialRange[1] - a.axialRange[0] + b.axialRange[1] - b.axialRange[0]) / 2
  return apart - halves <= 3 * through.radiusMm
}

/** Where the wall's axis meets the plane. */
function axisOnPlane(wall: PartFace, plane: PartFace): Vec3 {
  const slope = dot(wall.axis, plane.axis)
  const rise = dot(subtract(plane.centroid, wall.origin), plane.axis)
  return add(wall.origin, scale(wall.axis, rise / slope))
}

/** A direction that no drawing uses: seen along it, rows of holes do not coincide. */
const slant: Vec3 = [0.5345, 0.2673, 0.8018]

/**
 * Joins coaxial walls that end on one plane. Sorted along a slanted line first, so that only near
 * ones are compared: a plate may have 10 000 holes.
 */
function joinOnPlane(graph: PartGraph, plane: PartFace, around: readonly PartFace[], sets: DisjointSets): void {
  // A convex torus on a plane may be the rounded outside of a disc, not of its bore.
  const walls = around.filter(
    (wall) => isRound(wall) && isSquareTo(graph, plane, wall.axis) && (wall.concave || wall.kind !== 'torus'),
  )
  const widestMm = walls.reduce((widest, wall) => Math.max(widest, wall.radiusMm), 0)
  const reachMm = 2 * (graph.toleranceMm + graph.radiusShare * widestMm)

  const sorted = walls.map((wall) => ({ wall, at: dot(axisOnPlane(wall, plane), slant) })).sort((a, b) => a.at - b.at)
  for (const [i, { wall, at }] of sorted.entries()) {
    for (let k = i + 1; k < sorted.length; k++) {
      const next = sorted[k]
      if (!next || !(next.at - at <= reachMm)) break
      if (areCoaxial(graph, wall, next.wall)) sets.join(wall.id, next.wall.id)
    }
  }
}

/** Joins the two halves of holes that a wider bore cuts in the middle. */
function joinAcrossBore(graph: PartGraph, bore: PartFace, around: readonly PartFace[], sets: DisjointSets): void {
  const walls = around.filter((wall) => isRound(wall) && lineAngleDeg(wall.axis, bore.axis) > 10)
  for (const [i, wall] of walls.entries()) {
    for (const other of walls.slice(i + 1)) if (meetAcross(graph, wall, other, bore)) sets.join(wall.id, other.id)
  }
}

/** Round inner walls, in groups that belong to one hole each (before wide bores are cut off). */
export function holeWalls(graph: PartGraph, watch: Watch): PartFace[][] {
  const sets = new DisjointSets(graph.faces.length)

  for (const { a, b } of graph.edges) {
    const first = graph.faces[a]
    const second = graph.faces[b]
    if (first && second && continues(graph, first, second)) sets.join(a, b)
  }

  for (const middle of graph.faces) {
    if (middle.id % 4096 === 0) step(watch, 'features', 0.2 + (0.1 * middle.id) / graph.faces.length)

    const around = [...new Set(neighboursOf(graph, middle))].filter(isBoreWall)
    if (around.length < 2) continue

    if (middle.kind === 'plane') joinOnPlane(graph, middle, around, sets)
    else if (middle.concave && isRound(middle) && around.length <= maxCrossingWalls) {
      joinAcrossBore(graph, middle, around, sets)
    }
  }

  const walls = graph.faces.filter(isBoreWall)
  return [...Map.groupBy(walls, (wall) => sets.root(wall.id)).values()]
}
