import { add, cross, dot, lengthOf, scale, subtract, type Vec3 } from '../math/vector.ts'
import type { FaceEdge } from '../model/face-graph.ts'
import type { FeatureFacts, ModelLocation } from '../model/facts.ts'
import { axisMiddle, bordersAround, bordersAtEnd, neighboursOf, type PartFace, type PartGraph } from './part-graph.ts'
import type { FoundPocket } from './pockets.ts'
import { isSharpCorner, standsAlong, type WallRing } from './wall-rings.ts'

const tangentNeighbours = (graph: PartGraph, face: PartFace): PartFace[] => [
  ...new Set(neighboursOf(graph, face, ({ edge }) => edge.convexity === 'smooth')),
]

/** A half turn between parallel walls is the end of a slot; a fillet turns by less. */
const maxFilletSweepDeg = 175

function isFillet(graph: PartGraph, face: PartFace): boolean {
  if (face.kind === 'cylinder' && face.sweepDeg > maxFilletSweepDeg) return false
  if (face.kind === 'sphere' && face.areaMm2 > 1.2 * Math.PI * face.radiusMm ** 2) return false
  if (face.kind !== 'cylinder' && face.kind !== 'torus' && face.kind !== 'sphere') return false
  return tangentNeighbours(graph, face).length >= 2
}

/**
 * Rounded edges and corners: faces tangent to at least two neighbours, with the radius of the
 * rounding in mm, smallest first.
 */
export const filletsOf = (graph: PartGraph): FeatureFacts['fillets'] =>
  graph.faces
    .filter((face) => isFillet(graph, face))
    .map(({ kind, radiusMm, minorRadiusMm, concave, areaMm2, sources }) => ({
      radiusMm: kind === 'torus' ? minorRadiusMm : radiusMm,
      concave,
      areaMm2,
      faces: sources,
    }))
    .sort((a, b) => a.radiusMm - b.radiusMm || a.areaMm2 - b.areaMm2)

/** Whether the round corner runs into a floor at this end. */
const isFloored = (graph: PartGraph, face: PartFace, end: 'from' | 'to'): boolean =>
  bordersAtEnd(graph, face, end).some(
    ({ other, edge }) => edge.convexity === 'concave' || (edge.convexity === 'smooth' && other.concave),
  )

/**
 * A corner that turns by less is a bend, or facets of something round: a cutter of 3 mm radius leaves
 * 3 · (1 / cos 15° − 1) = 0.1 mm in it.
 */
const minTightSweepDeg = 30

/**
 * The smallest radius (mm) that a tool along the corner must follow, with the depth of the pocket.
 * Only corners of pockets and windows, and those that run from a floor into the open: a fillet
 * along a floor, or one open at both ends (the inside of an angle bracket), can be cut with any
 * tool.
 */
export function minInternalRadius(
  graph: PartGraph,
  pockets: readonly FoundPocket[],
): FeatureFacts['minInternalRadius'] {
  const depths = new Map<PartFace, number>()
  for (const { pocket, walls } of pockets) {
    for (const wall of walls) {
      if (standsAlong(wall, pocket.axis)) depths.set(wall, Math.max(depths.get(wall) ?? 0, pocket.depthMm))
    }
  }

  let best: FeatureFacts['minInternalRadius']
  for (const face of graph.faces) {
    if (face.kind !== 'cylinder' || !face.concave) continue
    if (face.sweepDeg < minTightSweepDeg || face.sweepDeg > 200) continue
    if (tangentNeighbours(graph, face).length < 2) continue

    const inPocket = depths.get(face)
    if (inPocket === undefined && isFloored(graph, face, 'from') === isFloored(graph, face, 'to')) continue

    const depthMm = inPocket ?? face.axialRange[1] - face.axialRange[0]
    const isSmaller =
      !best || face.radiusMm < best.radiusMm || (face.radiusMm === best.radiusMm && depthMm > best.depthMm)
    if (!isSmaller) continue

    best = {
      radiusMm: face.radiusMm,
      depthMm,
      place: { at: axisMiddle(face), areaMm2: face.areaMm2, faces: face.sources },
    }
  }

  return best
}

/** Where three planes meet, undefined when they have no single common point. */
function commonPoint(a: PartFace, b: PartFace, c: PartFace): Vec3 | undefined {
  const volume = dot(a.axis, cross(b.axis, c.axis))
  if (Math.abs(volume) < 0.05) return undefined
  const term = (one: PartFace, left: PartFace, right: PartFace) =>
    scale(cross(left.axis, right.axis), dot(one.axis, one.centroid) / volume)
  return add(add(term(a, b, c), term(b, c, a)), term(c, a, b))
}

/** Faces with more borders are left out of the search for notches, which takes quadratic time. */
const maxBorders = 256

/**
 * Notches of three planes outside pockets: from every direction the tool leaves one of the three
 * corners; the shortest is reported.
 */
function notchCorners(graph: PartGraph, inPockets: ReadonlySet<FaceEdge>): FaceEdge[] {
  const innerBorders = (face: PartFace) => {
    const borders = bordersAround(graph, face)
    if (face.kind !== 'plane' || borders.length > maxBorders) return []
    return borders.filter(({ other, edge }) => other.kind === 'plane' && isSharpCorner(edge))
  }

  const corners = new Set<FaceEdge>()
  for (const a of graph.faces) {
    const bordersOfA = innerBorders(a)
    for (const { other: b, edge: ab } of bordersOfA) {
      if (b.id <= a.id) continue

      for (const { other: c, edge: bc } of innerBorders(b)) {
        if (c.id <= b.id) continue

        const ac = bordersOfA.find(({ other }) => other === c)?.edge
        const point = ac && commonPoint(a, b, c)
        if (!ac || !point) continue

        const edges = [ab, bc, ac]
        const meet = edges.every(
          ({ midpoint, lengthMm }) => lengthOf(subtract(midpoint, point)) <= 0.6 * lengthMm + graph.toleranceMm,
        )
        if (!meet || edges.some((edge) => inPockets.has(edge))) continue

        corners.add(edges.reduce((best, edge) => (edge.lengthMm < best.lengthMm ? edge : best)))
      }
    }
  }

  return [...corners]
}

/** The faces of the file on both sides of an edge. */
const sourcesOf = (graph: PartGraph, a: number, b: number): number[] =>
  [a, b].flatMap((id) => graph.faces[id]?.sources ?? []).sort((left, right) => left - right)

/**
 * Inner corners between side walls that a milling tool cannot make sharp. The corner between a wall
 * and its floor is not one of them.
 */
export function sharpInternalCorners(
  graph: PartGraph,
  rings: readonly WallRing[],
  pockets: readonly FoundPocket[],
): ModelLocation[] {
  const sharp = new Set([...rings, ...pockets].flatMap(({ sharpCorners }) => sharpCorners))

  const inPockets = new Set(sharp)
  for (const { floor } of pockets) {
    const borders = floor ? bordersAround(graph, floor) : []
    for (const { edge } of borders) inPockets.add(edge)
  }
  for (const edge of notchCorners(graph, inPockets)) sharp.add(edge)

  return [...sharp].map(({ a, b, midpoint }) => ({ at: midpoint, faces: sourcesOf(graph, a, b) }))
}

/** Angle of the material at a knife edge (degrees). A chamfer leaves 135, a plain corner 90. */
const knifeBelowDeg = 45
const maxKnifeEdges = 100

/** Outer edges whose material is sharper than 45°, sharpest first. */
export const knifeEdges = (graph: PartGraph): FeatureFacts['knifeEdges'] =>
  graph.edges
    .filter(({ convexity, turnDeg }) => convexity === 'convex' && 180 - turnDeg < knifeBelowDeg)
    .sort((left, right) => right.turnDeg - left.turnDeg || right.lengthMm - left.lengthMm)
    .slice(0, maxKnifeEdges)
    .map(({ a, b, midpoint, turnDeg, lengthMm }) => ({
      // Two triangles folded onto each other turn by more than half a turn, because of rounding.
      angleDeg: Math.max(0, 180 - turnDeg),
      lengthMm,
      place: { at: midpoint, faces: sourcesOf(graph, a, b) },
    }))
