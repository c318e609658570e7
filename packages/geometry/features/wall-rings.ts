import { DisjointSets } from '../math/disjoint-sets.ts'
import { cross, dot, lengthOf, subtract, unit, type Vec3 } from '../math/vector.ts'
import type { FaceEdge } from '../model/face-graph.ts'
import { step, type Watch } from '../model/watch.ts'
import { lineAngleDeg, type PartFace, type PartGraph } from './part-graph.ts'

/** Side walls that form a closed ring around an empty space: a window, or the walls of a pocket. */
export interface WallRing {
  axis: Vec3
  walls: PartFace[]
  /** Inner corners between two of its walls that have no radius. */
  sharpCorners: FaceEdge[]
}

/** Walls of moulded pockets lean by at most this. */
const maxDraftDeg = 6
const maxDirections = 32

/** An inner corner with a larger turn is not a tangent transition (degrees). */
export const minCornerDeg = 20

/** Whether two walls meet in an inner corner without a radius. */
export const isSharpCorner = ({ convexity, turnDeg }: FaceEdge): boolean =>
  convexity === 'concave' && turnDeg >= minCornerDeg

/** Whether the face runs along the direction, as the side wall of a pocket milled along it. */
export function standsAlong(face: PartFace, axis: Vec3): boolean {
  if (face.kind === 'plane') return 90 - lineAngleDeg(face.axis, axis) <= maxDraftDeg
  if (face.kind === 'cone' && face.halfAngleDeg > maxDraftDeg) return false
  return (face.kind === 'cylinder' || face.kind === 'cone') && lineAngleDeg(face.axis, axis) <= maxDraftDeg
}

/** Directions along which inner corners run, each once. */
function cornerDirections(graph: PartGraph): Vec3[] {
  const directions: Vec3[] = []
  const add = (direction: Vec3) => {
    const isKnown = directions.some((one) => lineAngleDeg(one, direction) <= maxDraftDeg)
    if (!isKnown && directions.length < maxDirections) directions.push(direction)
  }

  // Largest first, so that the exact direction of the main walls represents all similar ones.
  const rounded = graph.faces.filter(({ kind, concave, sweepDeg }) => kind === 'cylinder' && concave && sweepDeg < 300)
  for (const face of rounded.sort((a, b) => b.areaMm2 - a.areaMm2)) add(face.axis)

  for (const edge of graph.edges.filter(isSharpCorner)) {
    const first = graph.faces[edge.a]
    const second = graph.faces[edge.b]
    if (first?.kind === 'plane' && second?.kind === 'plane') add(unit(cross(first.axis, second.axis)))
  }

  return directions
}

/**
 * Whether the border of two walls runs along the direction: walls on top of each other do not turn
 * the ring.
 */
function runsAlong(first: PartFace, second: PartFace, axis: Vec3): boolean {
  if (first.kind !== 'plane' || second.kind !== 'plane') return true

  const line = cross(first.axis, second.axis)
  return lengthOf(line) >= 1e-3 && lineAngleDeg(unit(line), axis) <= 3 * maxDraftDeg
}

/** Edges between two walls, each corner once even if a crossing hole has cut it in two. */
function distinctCorners(graph: PartGraph, edges: readonly FaceEdge[], axis: Vec3): FaceEdge[] {
  const kept = new Map<string, FaceEdge[]>()
  for (const edge of edges) {
    const pair = `${edge.a} ${edge.b}`
    const known = kept.get(pair) ?? []
    const isKnown = known.some(({ midpoint }) => {
      const apart = subtract(midpoint, edge.midpoint)
      return lengthOf(cross(apart, axis)) <= 0.2 * Math.abs(dot(apart, axis)) + graph.toleranceMm
    })
    if (!isKnown) kept.set(pair, [...known, edge])
  }

  return [...kept.values()].flat()
}

/** Sum of the turns (degrees) at corners and on round walls, negative where they turn inwards. */
function totalTurnDeg(walls: readonly PartFace[], corners: readonly FaceEdge[]): number {
  let total = 0
  for (const { convexity, turnDeg } of corners) {
    if (convexity === 'convex') total += turnDeg
    if (convexity === 'concave') total -= turnDeg
  }
  for (const { kind, concave, sweepDeg } of walls) {
    if (kind !== 'plane') total += concave ? -sweepDeg : sweepDeg
  }

  return total
}

/** The rings of walls that stand along the axis. */
function ringsAlong(graph: PartGraph, axis: Vec3): WallRing[] {
  const stands = graph.faces.map((face) => standsAlong(face, axis))
  const corners = graph.edges.filter(({ a, b }) => {
    const first = graph.faces[a]
    const second = graph.faces[b]
    return !!first && !!second && stands[a] === true && stands[b] === true && runsAlong(first, second, axis)
  })

  const sets = new DisjointSets(graph.faces.length)
  for (const { a, b } of corners) sets.join(a, b)
  const cornersOf = Map.groupBy(corners, ({ a }) => sets.root(a))
  const walls = graph.faces.filter(({ id }) => stands[id] && cornersOf.has(sets.root(id)))

  return [...Map.groupBy(walls, ({ id }) => sets.root(id))].flatMap(([root, ring]) => {
    const distinct = distinctCorners(graph, cornersOf.get(root) ?? [], axis)
    if (Math.abs(totalTurnDeg(ring, distinct) + 360) > 20) return []

    return [{ axis, walls: ring, sharpCorners: distinct.filter(isSharpCorner) }]
  })
}

/**
 * Rings of walls that make one full turn inwards. Along the ring, inner corners and hollow
 * cylinders add up to −360°, whereas the outside of a part adds up to +360°. Lone round holes are
 * not rings.
 */
export const wallRings = (graph: PartGraph, watch: Watch): WallRing[] =>
  cornerDirections(graph).flatMap((axis) => {
    step(watch, 'features', 0.1)
    return ringsAlong(graph, axis)
  })
