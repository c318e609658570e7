import { add, cross, dot, perpendicular, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import type { FaceEdge } from '../model/face-graph.ts'
import type { Pocket } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'
import {
  axisPoint,
  bordersAround,
  isSquareTo,
  lineAngleDeg,
  neighboursOf,
  type PartFace,
  type PartGraph,
} from './part-graph.ts'
import { isSharpCorner, minCornerDeg, standsAlong, type WallRing } from './wall-rings.ts'

/** A pocket with its floor and walls in the part graph, and its sharp inner corners. */
export interface FoundPocket {
  pocket: Pocket
  floor: PartFace | undefined
  walls: PartFace[]
  sharpCorners: FaceEdge[]
}

type Span = Pick<Pocket, 'widthMm' | 'lengthMm'>

/** What surrounds a floor. */
interface Surroundings {
  /** Walls with the length (mm) of their border on the floor. */
  walls: Map<PartFace, number>
  fillets: PartFace[]
  /** Lengths (mm) of the floor's borders with walls, and of those in the air. */
  wallMm: number
  openMm: number
}

/** Facing pairs are searched among this many walls of a floor, longest first. */
const maxFacingWalls = 64

/** A post or boss on the floor: its outside does not surround the floor. */
const isPost = ({ kind, concave, sweepDeg }: PartFace): boolean =>
  (kind === 'cylinder' || kind === 'cone') && !concave && sweepDeg >= 300

/** The wall that continues a fillet of the floor. */
const wallBehind = (graph: PartGraph, fillet: PartFace, floor: PartFace): PartFace | undefined =>
  neighboursOf(graph, fillet, ({ other, edge }) => edge.convexity === 'smooth' && standsAlong(other, floor.axis))[0]

/**
 * What surrounds a floor: walls in an inner corner or behind a hollow fillet, and open borders
 * where the floor ends in the air. Rims of `openings` (holes, windows, deeper pockets) are neither.
 */
function surroundingsOf(graph: PartGraph, floor: PartFace, openings: ReadonlySet<number>): Surroundings {
  const around: Surroundings = { walls: new Map(), fillets: [], wallMm: 0, openMm: 0 }
  const addWall = (wall: PartFace, lengthMm: number) => {
    around.walls.set(wall, (around.walls.get(wall) ?? 0) + lengthMm)
    around.wallMm += lengthMm
  }

  for (const { other, edge } of bordersAround(graph, floor)) {
    if (edge.convexity === 'concave') {
      // A facet in a round hollow turns little against the facets around it, which are no walls.
      const turnsUp = other.kind === 'plane' ? lineAngleDeg(other.axis, floor.axis) > 45 : edge.turnDeg >= minCornerDeg
      if (turnsUp && !isPost(other)) addWall(other, edge.lengthMm)
    } else if (edge.convexity === 'smooth' && other.concave) {
      const wall = wallBehind(graph, other, floor)
      around.fillets.push(other)
      if (!wall) around.wallMm += edge.lengthMm
      else if (!isPost(wall)) addWall(wall, edge.lengthMm)
    } else if (!openings.has(other.id)) around.openMm += edge.lengthMm
  }

  return around
}

/** Whether all borders of the floor lie between two plane walls that face each other. */
function holdFloor(graph: PartGraph, floor: PartFace, a: PartFace, b: PartFace): boolean {
  const widthMm = dot(subtract(b.centroid, a.centroid), a.axis)
  if (dot(a.axis, b.axis) > -0.98 || widthMm <= graph.toleranceMm) return false

  const slack = 0.02 * widthMm + graph.toleranceMm
  return bordersAround(graph, floor).every(({ edge }) => {
    const reach = dot(subtract(edge.midpoint, a.centroid), a.axis)
    return reach >= -slack && reach <= widthMm + slack
  })
}

/** The direction across a slot or channel that is open at its ends, from wall to wall. */
function directionAcross(graph: PartGraph, floor: PartFace, walls: readonly PartFace[]): Vec3 | undefined {
  const planes = walls.filter(({ kind }) => kind === 'plane').slice(0, maxFacingWalls)
  return planes.find((a, i) => planes.slice(i + 1).some((b) => holdFloor(graph, floor, a, b)))?.axis
}

/**
 * Levels (mm along `axis`) of the borders a wall has with faces outside `inside`. For a rounded or
 * chamfered rim they are the levels of the faces beyond it.
 */
function rimLevels(graph: PartGraph, wall: PartFace, axis: Vec3, inside: ReadonlySet<number>): number[] {
  const levels = bordersAround(graph, wall).flatMap(({ other, edge }) => {
    if (inside.has(other.id) || standsAlong(other, axis)) return []
    if (isSquareTo(graph, other, axis)) return [dot(other.centroid, axis)]

    const beyond = neighboursOf(
      graph,
      other,
      (border) => border.edge.convexity !== 'concave' && isSquareTo(graph, border.other, axis),
    )
    const isRim = edge.convexity !== 'concave' && !other.concave && beyond.length > 0
    return isRim ? beyond.map(({ centroid }) => dot(centroid, axis)) : [dot(edge.midpoint, axis)]
  })
  if (wall.kind === 'cylinder') levels.push(...wall.axialRange.map((at) => dot(axisPoint(wall, at), axis)))

  return levels
}

/**
 * Weighted median, the lower of two: one tall tower beside a shallow channel does not make it deep.
 */
function lowerMedian(values: { value: number; weight: number }[]): number {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2
  let seen = 0
  for (const { value, weight } of sorted) {
    seen += weight
    if (seen >= half - 1e-9 * half) return value
  }

  return 0
}

/** Extent (mm) of the walls along a direction; undefined when no wall is across it. */
function extentMm(walls: readonly PartFace[], direction: Vec3): number | undefined {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const { kind, concave, axis, centroid, origin, radiusMm } of walls) {
    const isAcross = kind === 'plane' && lineAngleDeg(axis, direction) <= 10
    if (!isAcross && !(kind === 'cylinder' && concave)) continue

    const at = dot(isAcross ? centroid : origin, direction)
    const around = isAcross ? 0 : radiusMm
    low = Math.min(low, at - around)
    high = Math.max(high, at + around)
  }

  return high > low ? high - low : undefined
}

/** Width and length (mm) of the space between walls, along and across its largest plane wall. */
function spanOf(walls: readonly PartFace[], axis: Vec3, areaMm2: number): Span {
  const planes = walls.filter(({ kind }) => kind === 'plane')
  const largest = planes.reduce<PartFace | undefined>(
    (best, one) => (best && best.areaMm2 >= one.areaMm2 ? best : one),
    undefined,
  )
  const across = largest ? unit(subtract(largest.axis, scale(axis, dot(largest.axis, axis)))) : perpendicular(axis)
  const first = extentMm(walls, across)
  const second = extentMm(walls, unit(cross(axis, across)))
  const a = first ?? (second ? areaMm2 / second : Math.sqrt(areaMm2))
  const b = second ?? (a > 0 ? areaMm2 / a : 0)

  return { widthMm: Math.min(a, b), lengthMm: Math.max(a, b) }
}

/**
 * Smallest radius (mm) of the inner corners; 0 with a sharp one, half the width where no walls
 * meet.
 */
function cornerRadiusMm(walls: readonly PartFace[], sharp: readonly FaceEdge[], axis: Vec3, widthMm: number): number {
  if (sharp.length > 0) return 0
  const rounds = walls.filter((face) => face.kind === 'cylinder' && face.concave && standsAlong(face, axis))
  return rounds.reduce((least, { radiusMm }) => Math.min(least, radiusMm), widthMm / 2)
}

function sharpCornersOf(graph: PartGraph, walls: readonly PartFace[], axis: Vec3): FaceEdge[] {
  const upright = new Set(walls.filter((wall) => standsAlong(wall, axis)).map(({ id }) => id))

  return walls.flatMap((wall) =>
    bordersAround(graph, wall)
      .map(({ edge }) => edge)
      // Each edge once, from its first face.
      .filter((edge) => edge.a === wall.id && upright.has(edge.a) && upright.has(edge.b) && isSharpCorner(edge)),
  )
}

interface PocketShape {
  floor: PartFace | undefined
  walls: PartFace[]
  fillets: PartFace[]
  axis: Vec3
  depthMm: number
  span: Span
  through: boolean
}

function pocketOf(graph: PartGraph, shape: PocketShape): FoundPocket {
  const { floor, walls, fillets, axis, depthMm, span, through } = shape
  const sharpCorners = sharpCornersOf(graph, walls, axis)

  const faces = [...(floor ? [floor] : []), ...walls, ...fillets]
  const surfaceMm2 = faces.reduce((sum, face) => sum + face.areaMm2, 0)
  const trust = faces.reduce((sum, face) => sum + face.areaMm2 * face.confidence, 0)
  const middle = walls.reduce<Vec3>((sum, { centroid }) => add(sum, scale(centroid, 1 / walls.length)), [0, 0, 0])

  const pocket: Pocket = {
    depthMm,
    ...span,
    cornerRadiusMm: cornerRadiusMm(walls, sharpCorners, axis, span.widthMm),
    axis,
    through,
    at: floor ? floor.centroid : middle,
    faces: [...new Set(faces.flatMap(({ sources }) => sources))].sort((a, b) => a - b),
    confidence: surfaceMm2 > 0 ? trust / surfaceMm2 : 0,
  }

  return { pocket, floor, walls, sharpCorners }
}

/** Length (mm) of a floor between two open ends along a direction; 0 when an end is closed. */
function openLengthMm(graph: PartGraph, floor: PartFace, along: Vec3): number {
  const open = bordersAround(graph, floor).filter(({ edge }) => edge.convexity === 'convex')
  const levels = open.map(({ edge }) => dot(subtract(edge.midpoint, floor.centroid), along))
  const low = levels.reduce((a, b) => Math.min(a, b), 0)
  const high = levels.reduce((a, b) => Math.max(a, b), 0)
  return low < -graph.toleranceMm && high > graph.toleranceMm ? high - low : 0
}

/**
 * Whether the walls end under a face that faces the floor: the far wall of a window, or the lid of
 * a void.
 */
function isCapped(graph: PartGraph, floor: PartFace, walls: readonly PartFace[]): boolean {
  const facesFloor = (face: PartFace) => face.kind === 'plane' && dot(face.axis, floor.axis) < -0.95

  return walls.some((wall) =>
    bordersAround(graph, wall).some(({ other, edge }) => {
      if (edge.convexity === 'concave') return facesFloor(other)
      if (edge.convexity === 'convex' || !other.concave) return false
      return neighboursOf(graph, other, (top) => top.edge.convexity === 'smooth').some(facesFloor)
    }),
  )
}

/**
 * A single wall surrounds a floor only if it goes all round: a sliver beside a fitted fillet is no
 * pocket.
 */
const canEnclose = (walls: readonly PartFace[]): boolean =>
  walls.length > 1 || walls.some(({ kind, sweepDeg }) => kind === 'freeform' || sweepDeg >= 300)

/**
 * Depth (mm) from the floor to the rim that most of the walls share, weighted by their length; 0
 * without a rim.
 */
function depthAboveFloor(graph: PartGraph, floor: PartFace, { walls, fillets }: Surroundings): number {
  const inside = new Set([floor, ...walls.keys(), ...fillets].map(({ id }) => id))
  const base = dot(floor.centroid, floor.axis)
  const heights = sortedWalls(walls).flatMap((wall) => {
    const top = rimLevels(graph, wall, floor.axis, inside).reduce((highest, level) => Math.max(highest, level), base)
    return top > base + graph.toleranceMm ? [{ value: top - base, weight: walls.get(wall) ?? 0 }] : []
  })

  return lowerMedian(heights)
}

const sortedWalls = (lengths: ReadonlyMap<PartFace, number>): PartFace[] =>
  [...lengths.keys()].sort((a, b) => (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0))

/**
 * A slot that is shorter between its open ends than it is deep is a notch, cut through along its
 * length. Milled from an open end it has no sharp corner, so none is reported.
 */
function notchOf(graph: PartGraph, sides: PartFace[], along: Vec3, lengthMm: number, span: Span): FoundPocket {
  const shape = { floor: undefined, walls: sides, fillets: [], axis: along, depthMm: lengthMm, span, through: true }
  return { ...pocketOf(graph, shape), sharpCorners: [] }
}

function pocketOnFloor(
  graph: PartGraph,
  floor: PartFace,
  holeWalls: ReadonlySet<number>,
  openings: ReadonlySet<number>,
): FoundPocket | undefined {
  const surroundings = surroundingsOf(graph, floor, openings)
  const { fillets, wallMm, openMm } = surroundings
  const walls = sortedWalls(surroundings.walls)
  if (walls.length === 0 || walls.every(({ id }) => holeWalls.has(id))) return undefined

  const isClosed = openMm <= 0.1 * (openMm + wallMm) && canEnclose(walls)
  const across = isClosed ? undefined : directionAcross(graph, floor, walls)
  if (!isClosed && !across) return undefined
  if (isCapped(graph, floor, walls)) return undefined

  const depthMm = depthAboveFloor(graph, floor, surroundings)
  if (depthMm <= graph.toleranceMm) return undefined

  if (across) {
    const along = unit(cross(floor.axis, across))
    const lengthMm = openLengthMm(graph, floor, along)
    if (lengthMm > 0 && lengthMm < depthMm) {
      const widthMm = extentMm(walls, across) ?? 0
      const span = { widthMm: Math.min(widthMm, depthMm), lengthMm: Math.max(widthMm, depthMm) }
      return notchOf(graph, [floor, ...walls, ...fillets], along, lengthMm, span)
    }
  }

  const span = spanOf(walls, floor.axis, floor.areaMm2)
  return pocketOf(graph, { floor, walls, fillets, axis: floor.axis, depthMm, span, through: false })
}

/** A ring of walls without a plane floor: a window, or a pocket whose floor is not flat. */
function pocketInRing(graph: PartGraph, { axis, walls }: WallRing): FoundPocket | undefined {
  const inside = new Set(walls.map(({ id }) => id))
  const levels = walls.flatMap((wall) => rimLevels(graph, wall, axis, inside))
  const low = levels.reduce((a, b) => Math.min(a, b), Infinity)
  const high = levels.reduce((a, b) => Math.max(a, b), -Infinity)
  const depthMm = high - low
  if (!Number.isFinite(depthMm) || depthMm <= graph.toleranceMm) return undefined

  const through = walls.every((wall) =>
    bordersAround(graph, wall).every(
      ({ other, edge }) =>
        inside.has(other.id) || edge.convexity === 'convex' || (edge.convexity === 'smooth' && !other.concave),
    ),
  )

  const areaMm2 = walls.reduce((sum, wall) => sum + wall.areaMm2, 0)
  const span = spanOf(walls, axis, areaMm2)
  return pocketOf(graph, { floor: undefined, walls, fillets: [], axis, depthMm, span, through })
}

/**
 * An open pocket is found from the top and from its open side; the one with the larger floor is
 * kept.
 */
function withoutSideViews(pockets: readonly FoundPocket[]): FoundPocket[] {
  const byFloor = new Map(pockets.map((one) => [one.floor, one]))
  return pockets.filter(({ floor, walls }) =>
    walls.every((wall) => {
      const other = byFloor.get(wall)
      const isSameSpace = floor && other?.walls.includes(floor)
      if (!isSameSpace) return true
      return floor.areaMm2 > wall.areaMm2 || (floor.areaMm2 === wall.areaMm2 && floor.id < wall.id)
    }),
  )
}

/**
 * Milled pockets, slots and windows, deepest first. The depth (mm) is measured along the floor's
 * normal to the rim that most of the walls share; width and length are those of the space between
 * the walls. Round ones are holes and not listed here.
 */
export function pocketsOf(
  graph: PartGraph,
  rings: readonly WallRing[],
  holeWalls: ReadonlySet<number>,
  watch: Watch,
): FoundPocket[] {
  const pocketRings = rings.filter(({ walls }) => {
    const turned = walls.reduce((sum, { id, sweepDeg }) => sum + (holeWalls.has(id) ? sweepDeg : 0), 0)
    return turned < 240
  })
  const openings = new Set([...holeWalls, ...pocketRings.flatMap(({ walls }) => walls.map(({ id }) => id))])

  const onFloors: FoundPocket[] = []
  for (const floor of graph.faces) {
    if (floor.id % 4096 === 0) step(watch, 'features', 0.7 + (0.2 * floor.id) / graph.faces.length)
    if (floor.kind !== 'plane') continue

    const pocket = pocketOnFloor(graph, floor, holeWalls, openings)
    if (pocket) onFloors.push(pocket)
  }

  const pockets = withoutSideViews(onFloors)
  const axesOfWall = new Map<PartFace, Vec3[]>()
  for (const { walls, pocket } of pockets) {
    for (const wall of walls) axesOfWall.set(wall, [...(axesOfWall.get(wall) ?? []), pocket.axis])
  }

  for (const ring of pocketRings) {
    const isFloored = (wall: PartFace) =>
      (axesOfWall.get(wall) ?? []).some((axis) => lineAngleDeg(axis, ring.axis) < 10)
    if (ring.walls.some(isFloored)) continue

    const pocket = pocketInRing(graph, ring)
    if (pocket) pockets.push(pocket)
  }

  return pockets.sort((a, b) => b.pocket.depthMm - a.pocket.depthMm || b.pocket.lengthMm - a.pocket.lengthMm)
}
