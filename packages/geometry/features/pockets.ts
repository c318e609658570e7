import { step, type Watch } from '../control/watch.ts'
import { add, cross, dot, perpendicular, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import type { FaceEdge } from '../model/face-graph.ts'
import type { Pocket } from '../model/facts.ts'
import { axisPoint, isSquareTo, lineAngleDeg, type PartFace, type PartGraph } from './part-graph.ts'
import { leastCornerDeg, standsAlong, type WallRing } from './wall-rings.ts'

/** A pocket, its floor and walls among the healed faces, and its sharp inner corners. */
export interface FoundPocket {
  pocket: Pocket
  floor: PartFace | undefined
  walls: PartFace[]
  sharpCorners: FaceEdge[]
}

type Span = Pick<Pocket, 'widthMm' | 'lengthMm'>

interface Surroundings {
  walls: Map<PartFace, number>
  fillets: PartFace[]
  wallMm: number
  openMm: number
}

/** Beyond this many walls of one floor, facing pairs are sought among the longest only. */
const mostWalls = 64

/** A post or boss on the floor: its outside says nothing of what surrounds the floor. */
const isPost = ({ kind, concave, sweepDeg }: PartFace): boolean =>
  (kind === 'cylinder' || kind === 'cone') && !concave && sweepDeg >= 300

/**
 * What stands round a floor: walls in an inner corner or behind a hollow fillet, and open borders where the floor ends in the
 * air. Rims of `openings` (holes, windows, deeper pockets) are neither.
 */
function surroundingsOf(graph: PartGraph, floor: PartFace, openings: ReadonlySet<number>): Surroundings {
  const around: Surroundings = { walls: new Map(), fillets: [], wallMm: 0, openMm: 0 }
  const note = (wall: PartFace, lengthMm: number) => {
    around.walls.set(wall, (around.walls.get(wall) ?? 0) + lengthMm)
    around.wallMm += lengthMm
  }
  for (const { other, edge } of graph.borders[floor.id] ?? []) {
    if (edge.convexity === 'concave') {
      const isWall = other.kind !== 'plane' || lineAngleDeg(other.axis, floor.axis) > 45
      if (isWall && !isPost(other)) note(other, edge.lengthMm)
    } else if (edge.convexity === 'smooth' && other.concave) {
      const behind = (graph.borders[other.id] ?? []).find(
        ({ other: wall, edge: top }) => top.convexity === 'smooth' && wall !== floor && standsAlong(wall, floor.axis),
      )
      around.fillets.push(other)
      if (!behind) around.wallMm += edge.lengthMm
      else if (!isPost(behind.other)) note(behind.other, edge.lengthMm)
    } else if (!openings.has(other.id)) around.openMm += edge.lengthMm
  }

  return around
}

/** The direction between two plane walls that face each other with the whole floor between: a slot or channel open at its ends. */
function facingDirection(graph: PartGraph, floor: PartFace, walls: readonly PartFace[]): Vec3 | undefined {
  const planes = walls.filter(({ kind }) => kind === 'plane').slice(0, mostWalls)
  for (const [i, a] of planes.entries())
    for (const b of planes.slice(i + 1)) {
      const widthMm = dot(subtract(b.centroid, a.centroid), a.axis)
      if (dot(a.axis, b.axis) > -0.98 || widthMm <= graph.toleranceMm) continue

      const slack = 0.02 * widthMm + graph.toleranceMm
      const holdsFloor = (graph.borders[floor.id] ?? []).every(({ edge }) => {
        const reach = dot(subtract(edge.midpoint, a.centroid), a.axis)
        return reach >= -slack && reach <= widthMm + slack
      })
      if (holdsFloor) return a.axis
    }

  return undefined
}

/** Levels (mm along `axis`) of the borders a wall has with faces outside `inside`; a rounded or chamfered rim is looked through. */
function rimLevels(graph: PartGraph, wall: PartFace, axis: Vec3, inside: ReadonlySet<number>): number[] {
  const levels = (graph.borders[wall.id] ?? []).flatMap(({ other, edge }) => {
    if (inside.has(other.id) || standsAlong(other, axis)) return []
    if (isSquareTo(graph, other, axis)) return [dot(other.centroid, axis)]
    const beyond = (graph.borders[other.id] ?? []).filter(
      ({ other: top, edge: rim }) => rim.convexity !== 'concave' && isSquareTo(graph, top, axis),
    )
    const isRim = edge.convexity !== 'concave' && !other.concave && beyond.length > 0
    return isRim ? beyond.map(({ other: top }) => dot(top.centroid, axis)) : [dot(edge.midpoint, axis)]
  })
  if (wall.kind === 'cylinder') levels.push(...wall.axialRange.map((at) => dot(axisPoint(wall, at), axis)))

  return levels
}

/** The middle of the values by weight, the lower of two: one tall tower beside a shallow channel does not make it deep. */
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

/** Extent (mm) of the walls along a direction, undefined when none stands across it. */
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

/** Width and length (mm) of the space between walls, along and across its largest plane wall or its line of round ends. */
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

/** Smallest radius (mm) of the inner corners; 0 with a sharp one, half the width where no walls meet. */
function cornerRadiusMm(walls: readonly PartFace[], sharp: readonly FaceEdge[], axis: Vec3, widthMm: number): number {
  if (sharp.length > 0) return 0
  const rounds = walls.filter((face) => face.kind === 'cylinder' && face.concave && standsAlong(face, axis))
  return rounds.reduce((least, { radiusMm }) => Math.min(least, radiusMm), widthMm / 2)
}

function pocketOf(
  graph: PartGraph,
  floor: PartFace | undefined,
  walls: PartFace[],
  fillets: PartFace[],
  shape: { axis: Vec3; depthMm: number; span: Span; through: boolean },
): FoundPocket {
  const { axis, depthMm, span, through } = shape
  const inside = new Set(walls.map(({ id }) => id))
  const sharpCorners = walls.flatMap((wall) =>
    (graph.borders[wall.id] ?? []).flatMap(({ other, edge }) => {
      const isCorner = edge.a === wall.id && inside.has(other.id) && edge.convexity === 'concave'
      return isCorner && edge.turnDeg >= leastCornerDeg && standsAlong(wall, axis) && standsAlong(other, axis)
        ? [edge]
        : []
    }),
  )

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

/** Length (mm) between two open ends of a floor; a slot shorter than deep is a notch, cut through along this direction. */
function openLengthMm(graph: PartGraph, floor: PartFace, along: Vec3): number {
  const open = (graph.borders[floor.id] ?? []).filter(({ edge }) => edge.convexity === 'convex')
  const levels = open.map(({ edge }) => dot(subtract(edge.midpoint, floor.centroid), along))
  const low = levels.reduce((a, b) => Math.min(a, b), 0)
  const high = levels.reduce((a, b) => Math.max(a, b), 0)
  return low < -graph.toleranceMm && high > graph.toleranceMm ? high - low : 0
}

/** Whether the walls end under a face that looks down on the floor: the far wall of a window, or the lid of a void. */
function isCapped(graph: PartGraph, floor: PartFace, walls: readonly PartFace[]): boolean {
  const looksDown = (face: PartFace) => face.kind === 'plane' && dot(face.axis, floor.axis) < -0.95
  return walls.some((wall) =>
    (graph.borders[wall.id] ?? []).some(({ other, edge }) => {
      if (edge.convexity === 'concave') return looksDown(other)
      if (edge.convexity === 'convex' || !other.concave) return false
      return (graph.borders[other.id] ?? []).some(
        ({ other: lid, edge: top }) => top.convexity === 'smooth' && looksDown(lid),
      )
    }),
  )
}

/** One wall alone surrounds a floor only if it goes round: a sliver beside a fitted fillet is no pocket. */
const surround = (walls: readonly PartFace[]): boolean =>
  walls.length > 1 || walls.some(({ kind, sweepDeg }) => kind === 'freeform' || sweepDeg >= 300)

function pocketOnFloor(
  graph: PartGraph,
  floor: PartFace,
  holeWalls: ReadonlySet<number>,
  openings: ReadonlySet<number>,
): FoundPocket | undefined {
  const { walls: lengths, fillets, wallMm, openMm } = surroundingsOf(graph, floor, openings)
  const walls = [...lengths.keys()].sort((a, b) => (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0))
  if (walls.length === 0 || walls.every(({ id }) => holeWalls.has(id))) return undefined

  const isClosed = openMm <= 0.1 * (openMm + wallMm) && surround(walls)
  const across = isClosed ? undefined : facingDirection(graph, floor, walls)
  if (!isClosed && !across) return undefined
  if (isCapped(graph, floor, walls)) return undefined

  const inside = new Set([floor, ...walls, ...fillets].map(({ id }) => id))
  const base = dot(floor.centroid, floor.axis)
  const heights = walls.flatMap((wall) => {
    const top = rimLevels(graph, wall, floor.axis, inside).reduce((most, level) => Math.max(most, level), base)
    return top > base + graph.toleranceMm ? [{ value: top - base, weight: lengths.get(wall) ?? 0 }] : []
  })
  const depthMm = lowerMedian(heights)
  if (depthMm <= graph.toleranceMm) return undefined

  const along = across && unit(cross(floor.axis, across))
  const lengthMm = along ? openLengthMm(graph, floor, along) : 0
  if (along && lengthMm > 0 && lengthMm < depthMm) {
    const widthMm = extentMm(walls, across) ?? 0
    const span = { widthMm: Math.min(widthMm, depthMm), lengthMm: Math.max(widthMm, depthMm) }
    const sides = [floor, ...walls, ...fillets]
    // Milled from its open side it has no sharp corner either, so none is reported.
    const { pocket } = pocketOf(graph, undefined, sides, [], { axis: along, depthMm: lengthMm, span, through: true })
    return { pocket, floor: undefined, walls: sides, sharpCorners: [] }
  }

  return pocketOf(graph, floor, walls, fillets, {
    axis: floor.axis,
    depthMm,
    span: spanOf(walls, floor.axis, floor.areaMm2),
    through: false,
  })
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
    (graph.borders[wall.id] ?? []).every(
      ({ other, edge }) =>
        inside.has(other.id) || edge.convexity === 'convex' || (edge.convexity === 'smooth' && !other.concave),
    ),
  )
  const areaMm2 = walls.reduce((sum, wall) => sum + wall.areaMm2, 0)

  return pocketOf(graph, undefined, walls, [], { axis, depthMm, span: spanOf(walls, axis, areaMm2), through })
}

/** An open pocket can be read from the top or from its open side; the reading with the larger floor stays. */
function withoutSideViews(pockets: readonly FoundPocket[]): FoundPocket[] {
  const byFloor = new Map(pockets.map((one) => [one.floor, one]))
  return pockets.filter(({ floor, walls }) =>
    walls.every((wall) => {
      const other = byFloor.get(wall)
      const isSameSpace = floor && other?.walls.includes(floor)
      if (!isSameSpace || !other) return true
      return floor.areaMm2 > wall.areaMm2 || (floor.areaMm2 === wall.areaMm2 && floor.id < wall.id)
    }),
  )
}

/**
 * Milled pockets, slots and windows. Depth (mm) runs along the floor's normal to the rim that most of the walls share; width
 * and length are those of the space between the walls. Round ones are holes and not listed here.
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
  const found: FoundPocket[] = []
  for (const floor of graph.faces) {
    if (floor.id % 4096 === 0) step(watch, 'features', 0.7 + (0.2 * floor.id) / graph.faces.length)
    if (floor.kind !== 'plane') continue
    const pocket = pocketOnFloor(graph, floor, holeWalls, openings)
    if (pocket) found.push(pocket)
  }

  const pockets = withoutSideViews(found)
  const axesOfWall = new Map<PartFace, Vec3[]>()
  for (const { walls, pocket } of pockets)
    for (const wall of walls) axesOfWall.set(wall, [...(axesOfWall.get(wall) ?? []), pocket.axis])

  for (const ring of pocketRings) {
    const isFloored = (wall: PartFace) =>
      (axesOfWall.get(wall) ?? []).some((axis) => lineAngleDeg(axis, ring.axis) < 10)
    if (ring.walls.some(isFloored)) continue
    const pocket = pocketInRing(graph, ring)
    if (pocket) pockets.push(pocket)
  }

  return pockets.sort((a, b) => b.pocket.depthMm - a.pocket.depthMm || b.pocket.lengthMm - a.pocket.lengthMm)
}
