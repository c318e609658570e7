import { DisjointSets } from '../math/disjoint-sets.ts'
import { i32 } from '../math/typed-access.ts'
import { add, type Box, cross, dot, lengthOf, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import { type Face, type FaceEdge, type FaceGraph, surfaceKinds } from '../model/face-graph.ts'

/**
 * A surface as a machinist sees it: seams and splits of the file are healed. `id` is its index in
 * `PartGraph.faces`.
 */
export interface PartFace extends Face {
  /** Ids in the file's graph. */
  sources: number[]
}

export interface Border {
  other: PartFace
  edge: FaceEdge
}

/** All faces and edges of a part, with the tolerances to compare them. */
export interface PartGraph {
  source: FaceGraph['source']
  faces: PartFace[]
  /** Borders of each face; an edge is listed at both its faces. */
  borders: Border[][]
  edges: FaceEdge[]
  areaMm2: number
  /**
   * Lengths that differ by less are equal: a share of the part, so that a watch screw and a boom
   * are judged alike.
   */
  toleranceMm: number
  /** Radii that differ by less than this share are equal. */
  radiusShare: number
  /** Directions that differ by less (degrees) are equal. */
  angleDeg: number
}

/** A B-rep is exact, faces fitted to triangles are not. Lengths are shares of the diagonal. */
const tolerances = {
  brep: { lengthShare: 2e-5, radiusShare: 1e-4, angleDeg: 0.2 },
  mesh: { lengthShare: 5e-4, radiusShare: 0.02, angleDeg: 3 },
} as const

const degrees = 180 / Math.PI

/** Squares and products of three numbers up to this one stay finite. */
const farthest = 1e60

const sane = (value: number): boolean => Math.abs(value) <= farthest
const sanePoint = (point: Vec3): boolean => point.every(sane)

/** A face with unusable numbers stays in the list, as a freeform face of no confidence. */
function sound(face: Face, id: number): PartFace {
  const numbers = [face.radiusMm, face.minorRadiusMm, face.halfAngleDeg, face.sweepDeg, ...face.axialRange]
  const points = [face.centroid, face.origin, face.axis, face.box.min, face.box.max]
  const isDirected = lengthOf(face.axis) > 1e-9
  const usable = numbers.every(sane) && points.every(sanePoint) && isDirected && surfaceKinds.includes(face.kind)
  const areaMm2 = sane(face.areaMm2) ? Math.max(0, face.areaMm2) : 0

  if (!usable) {
    const nowhere: Vec3 = [0, 0, 0]
    return {
      id,
      kind: 'freeform',
      areaMm2,
      centroid: nowhere,
      box: { min: nowhere, max: nowhere },
      origin: nowhere,
      axis: [1, 0, 0],
      radiusMm: 0,
      minorRadiusMm: 0,
      halfAngleDeg: 0,
      axialRange: [0, 0],
      sweepDeg: 0,
      concave: false,
      confidence: 0,
      sources: [id],
    }
  }

  const [from, to] = face.axialRange

  return {
    ...face,
    id,
    areaMm2,
    axis: unit(face.axis),
    radiusMm: Math.max(0, face.radiusMm),
    minorRadiusMm: Math.max(0, face.minorRadiusMm),
    halfAngleDeg: Math.min(90, Math.max(0, face.halfAngleDeg)),
    axialRange: [Math.min(from, to), Math.max(from, to)],
    sweepDeg: Math.min(360, Math.max(0, face.sweepDeg)),
    confidence: face.confidence >= 0 ? Math.min(1, face.confidence) : 0,
    sources: [id],
  }
}

/** Angle between two directions taken as lines, 0 to 90 degrees. */
export const lineAngleDeg = (a: Vec3, b: Vec3): number =>
  Math.atan2(lengthOf(cross(a, b)), Math.abs(dot(a, b))) * degrees

/** Point of the face's axis, `along` mm from its origin. */
export const axisPoint = (face: Face, along: number): Vec3 => add(face.origin, scale(face.axis, along))
export const axisMiddle = (face: Face): Vec3 => axisPoint(face, (face.axialRange[0] + face.axialRange[1]) / 2)

/** Distance in mm from a point to the line through `origin` along the unit vector `axis`. */
export const distanceToLine = (point: Vec3, origin: Vec3, axis: Vec3): number =>
  lengthOf(cross(subtract(point, origin), axis))

export const isRound = (face: Face): boolean =>
  face.kind === 'cylinder' || face.kind === 'cone' || face.kind === 'torus'

/**
 * Whether the face is a surface of revolution about the line; perpendicular planes are not
 * considered.
 */
export function isAbout(graph: PartGraph, face: Face, origin: Vec3, axis: Vec3): boolean {
  const reach = graph.toleranceMm + graph.radiusShare * face.radiusMm
  if (face.kind === 'sphere') return distanceToLine(face.origin, origin, axis) <= reach
  if (!isRound(face) || lineAngleDeg(face.axis, axis) > graph.angleDeg) return false
  return distanceToLine(axisMiddle(face), origin, axis) <= reach
}

/**
 * Whether two faces turn about one line. A fitted axis is only trusted near its face, so both are
 * checked where they are.
 */
export function areCoaxial(graph: PartGraph, a: Face, b: Face): boolean {
  if (a.kind === 'sphere') return isRound(b) && isAbout(graph, a, axisMiddle(b), b.axis)
  if (b.kind === 'sphere') return areCoaxial(graph, b, a)
  return isAbout(graph, a, axisMiddle(b), b.axis) && isAbout(graph, b, axisMiddle(a), a.axis)
}

export const areEqualRadii = (graph: PartGraph, a: number, b: number): boolean =>
  Math.abs(a - b) <= graph.toleranceMm + graph.radiusShare * Math.max(a, b)

export const isSquareTo = (graph: PartGraph, plane: Face, axis: Vec3): boolean =>
  plane.kind === 'plane' && lineAngleDeg(plane.axis, axis) <= graph.angleDeg

function isSameSurface(graph: PartGraph, a: Face, b: Face): boolean {
  if (a.kind !== b.kind || a.kind === 'freeform') return false

  if (a.kind === 'plane') {
    const level = Math.abs(dot(a.axis, subtract(b.centroid, a.centroid)))
    return dot(a.axis, b.axis) > 0 && lineAngleDeg(a.axis, b.axis) <= graph.angleDeg && level <= graph.toleranceMm
  }

  if (a.concave !== b.concave) return false

  const near = lengthOf(subtract(a.origin, b.origin)) <= graph.toleranceMm + graph.radiusShare * a.radiusMm
  if (a.kind === 'sphere') return near && areEqualRadii(graph, a.radiusMm, b.radiusMm)
  if (!areCoaxial(graph, a, b)) return false
  if (a.kind === 'cone') return Math.abs(a.halfAngleDeg - b.halfAngleDeg) <= graph.angleDeg
  if (!areEqualRadii(graph, a.radiusMm, b.radiusMm)) return false

  return a.kind === 'cylinder' || (near && areEqualRadii(graph, a.minorRadiusMm, b.minorRadiusMm))
}

/**
 * The angle that the pieces cover together, where along the axis they cover most: a cross hole
 * removes only a part.
 */
function jointSweepDeg(pieces: readonly { from: number; to: number; sweepDeg: number }[]): number {
  const events = pieces.flatMap(({ from, to, sweepDeg }) => {
    const inset = (to - from) * 1e-3
    return [
      { at: from + inset, change: sweepDeg },
      { at: to - inset, change: -sweepDeg },
    ]
  })
  events.sort((a, b) => a.at - b.at || b.change - a.change)

  let now = 0
  let widest = 0
  for (const { change } of events) {
    now += change
    widest = Math.max(widest, now)
  }

  return Math.min(360, widest)
}

function boxAround(boxes: readonly Box[]): Box {
  const extreme = (pick: (box: Box) => Vec3, better: (a: number, b: number) => number): Vec3 =>
    boxes.map(pick).reduce((a, b) => [better(a[0], b[0]), better(a[1], b[1]), better(a[2], b[2])])
  return { min: extreme((box) => box.min, Math.min), max: extreme((box) => box.max, Math.max) }
}

/** The faces that are pieces of one surface, as one face. */
function healed(pieces: readonly PartFace[], id: number): PartFace {
  const main = pieces.reduce((best, face) => (face.areaMm2 > best.areaMm2 ? face : best))
  if (pieces.length === 1) return { ...main, id }

  const areaMm2 = pieces.reduce((sum, face) => sum + face.areaMm2, 0)
  const weight = (face: PartFace) => (areaMm2 > 0 ? face.areaMm2 / areaMm2 : 1 / pieces.length)
  const ranges = pieces.map((face) => {
    const ends = face.axialRange.map((along) => dot(subtract(axisPoint(face, along), main.origin), main.axis))
    return { from: Math.min(...ends), to: Math.max(...ends), sweepDeg: face.sweepDeg }
  })
  const from = ranges.reduce((least, range) => Math.min(least, range.from), Number.POSITIVE_INFINITY)
  const to = ranges.reduce((most, range) => Math.max(most, range.to), Number.NEGATIVE_INFINITY)

  return {
    ...main,
    id,
    areaMm2,
    centroid: pieces.reduce<Vec3>((sum, face) => add(sum, scale(face.centroid, weight(face))), [0, 0, 0]),
    box: boxAround(pieces.map((face) => face.box)),
    radiusMm: main.kind === 'cone' ? pieces.reduce((most, face) => Math.max(most, face.radiusMm), 0) : main.radiusMm,
    minorRadiusMm:
      main.kind === 'cone'
        ? pieces.reduce((least, face) => Math.min(least, face.minorRadiusMm), main.minorRadiusMm)
        : main.minorRadiusMm,
    axialRange: [from, to],
    sweepDeg: jointSweepDeg(ranges),
    confidence: pieces.reduce((sum, face) => sum + face.confidence * weight(face), 0),
    sources: pieces.flatMap((face) => face.sources).sort((a, b) => a - b),
  }
}

/**
 * The graph that features are found in: unusable numbers neutralised, split faces joined, borders
 * listed by face (lengths in mm).
 */
export function partGraphOf({ source, faces, edges }: FaceGraph, box: Box): PartGraph {
  const raw = faces.map(sound)
  const diagonal = lengthOf(subtract(box.max, box.min))
  const sizeMm = sane(diagonal) ? diagonal : 0
  const { lengthShare, radiusShare, angleDeg } = tolerances[source]
  const graph: PartGraph = {
    source,
    faces: [],
    borders: [],
    edges: [],
    areaMm2: raw.reduce((sum, face) => sum + face.areaMm2, 0),
    toleranceMm: lengthShare * sizeMm,
    radiusShare,
    angleDeg,
  }

  const isSound = ({ a, b, lengthMm, turnDeg, radiusMm, midpoint }: FaceEdge) =>
    a !== b && lengthMm >= 0 && !!raw[a] && !!raw[b] && [lengthMm, turnDeg, radiusMm].every(sane) && sanePoint(midpoint)
  const usable = edges.filter(isSound)
  const sets = new DisjointSets(raw.length)
  for (const { a, b } of usable) if (isSameSurface(graph, raw[a] as PartFace, raw[b] as PartFace)) sets.join(a, b)

  const healedId = new Int32Array(raw.length)
  for (const pieces of Map.groupBy(raw, (face) => sets.root(face.id)).values()) {
    for (const { id } of pieces) healedId[id] = graph.faces.length
    graph.faces.push(healed(pieces, graph.faces.length))
    graph.borders.push([])
  }

  for (const edge of usable) {
    const a = i32(healedId, edge.a)
    const b = i32(healedId, edge.b)
    if (a === b) continue

    const renamed = { ...edge, a: Math.min(a, b), b: Math.max(a, b) }
    graph.edges.push(renamed)
    graph.borders[a]?.push({ other: graph.faces[b] as PartFace, edge: renamed })
    graph.borders[b]?.push({ other: graph.faces[a] as PartFace, edge: renamed })
  }

  return graph
}

/** The borders of a face. */
export const bordersAround = (graph: PartGraph, face: PartFace): readonly Border[] => graph.borders[face.id] ?? []

/** Faces that border on `face` and satisfy `test`, once for each common edge. */
export const neighboursOf = (
  graph: PartGraph,
  face: PartFace,
  test: (border: Border) => boolean = () => true,
): PartFace[] =>
  bordersAround(graph, face)
    .filter(test)
    .map(({ other }) => other)

/** The last coordinate that is not zero: its sign distinguishes a direction from its opposite. */
export const lastNonZero = ([x, y, z]: Vec3): number => [z, y, x].find((value) => Math.abs(value) > 1e-6) ?? 0

/** Position of a point along the face's axis (mm from its origin). */
export const alongAxis = (face: Face, point: Vec3): number => dot(subtract(point, face.origin), face.axis)

/**
 * Borders at one end of a round face. Lines along its wall (seams, keyways) and side walls belong
 * to neither end; an oblique rim counts for the end nearer to its middle.
 */
export function bordersAtEnd(graph: PartGraph, face: PartFace, end: 'from' | 'to'): Border[] {
  const middle = (face.axialRange[0] + face.axialRange[1]) / 2
  return bordersAround(graph, face).filter(({ other, edge }) => {
    if (edge.kind === 'line') return false
    if (other.kind === 'plane' && 90 - lineAngleDeg(other.axis, face.axis) <= graph.angleDeg) return false
    return alongAxis(face, edge.midpoint) < middle ? end === 'from' : end === 'to'
  })
}
