import { add, dot, lengthOf, scale, subtract, type Vec3 } from '../math/vector.ts'
import type { OrientedBox, TurningFacts } from '../model/facts.ts'
import { flatsAlong } from './flats.ts'
import {
  areCoaxial,
  axisMiddle,
  axisPoint,
  distanceToLine,
  isAbout,
  isRound,
  isSquareTo,
  lastNonZero,
  lineAngleDeg,
  type PartFace,
  type PartGraph,
} from './part-graph.ts'
import type { FoundPocket } from './pockets.ts'

interface Line {
  origin: Vec3
  axis: Vec3
}

/** Ids of the walls of holes and threads in the part graph, and the pockets. */
interface FoundFeatures {
  holeWalls: ReadonlySet<number>
  threadWalls: ReadonlySet<number>
  pockets: readonly FoundPocket[]
}

/**
 * Share of the surface of a turned part, without holes drilled beside the axis, that is one of
 * revolution.
 */
const minTurnedShare = 0.9

/**
 * Share of the sides of a turned part that are round, larger for a flatter one: a washer is turned,
 * a round plate with notches is cut out.
 */
const minTurnedSides = (flatShare: number): number => 0.7 + 0.25 * flatShare

/** The outline of a turned part is round within this share; a square plate with a hole is not. */
const roundness = 0.03

/** Axes to try, those with most surface first. */
const maxLines = 12

/** Weight of a freeform face that may be a spline swept around the axis. */
const trustInFreeform = 0.7

/** Axes of the round faces, each once, sorted by the surface around it. */
function roundLines(graph: PartGraph): Line[] {
  const largest = graph.faces.filter(isRound).sort((a, b) => b.areaMm2 - a.areaMm2)
  const lines: { face: PartFace; areaMm2: number }[] = []
  for (const face of largest) {
    const known = lines.find((line) => areCoaxial(graph, line.face, face))
    if (known) known.areaMm2 += face.areaMm2
    else if (lines.length < 4 * maxLines) lines.push({ face, areaMm2: face.areaMm2 })
  }

  lines.sort((a, b) => b.areaMm2 - a.areaMm2)
  return lines.slice(0, maxLines).map(({ face }) => ({ origin: axisMiddle(face), axis: face.axis }))
}

/**
 * Area (mm²) of the face that is turned about the line: none for flats, keyways and cross holes.
 */
function turnedAreaMm2(
  graph: PartGraph,
  face: PartFace,
  { origin, axis }: Line,
  sizeMm: number,
  threadWalls: ReadonlySet<number>,
): number {
  if (isSquareTo(graph, face, axis) || isAbout(graph, face, origin, axis)) return face.areaMm2
  // A spline swept around the axis has its centroid on it, which is a hint but no proof.
  const isCentred = face.kind === 'freeform' && distanceToLine(face.centroid, origin, axis) <= 0.005 * sizeMm
  const trust = threadWalls.has(face.id) ? 1 : trustInFreeform * face.confidence
  return isCentred ? trust * face.areaMm2 : 0
}

/** Largest radius (mm) of the outer round faces about the line. */
const outerRadiusMm = (graph: PartGraph, { origin, axis }: Line): number =>
  graph.faces.reduce((most, face) => {
    if (face.concave || !isAbout(graph, face, origin, axis)) return most
    return Math.max(most, face.kind === 'torus' ? face.radiusMm + face.minorRadiusMm : face.radiusMm)
  }, 0)

/** The extent of the part along the axis (mm), by its perpendicular planes and round faces. */
function reachAlong(graph: PartGraph, { origin, axis }: Line): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  const include = (point: Vec3, around = 0) => {
    const at = dot(subtract(point, origin), axis)
    low = Math.min(low, at - around)
    high = Math.max(high, at + around)
  }

  for (const face of graph.faces) {
    if (isSquareTo(graph, face, axis)) include(face.centroid)
    if (!isAbout(graph, face, origin, axis)) continue

    if (face.kind === 'sphere') include(face.origin, face.radiusMm)
    else for (const at of face.axialRange) include(axisPoint(face, at))
  }

  return high >= low ? [low, high] : [0, 0]
}

/**
 * Largest distance (mm) of the part from the line. Edges along the axis, where a prism is widest,
 * have it at their middle.
 */
const reachAround = (graph: PartGraph, { origin, axis }: Line): number =>
  graph.edges.reduce((most, { midpoint }) => Math.max(most, distanceToLine(midpoint, origin, axis)), 0)

/**
 * The bar around a line, and whether the part fills it: measured by the box where one of its axes
 * is along the line, and by the faces.
 */
function barOf(graph: PartGraph, line: Line, box: OrientedBox) {
  const outerMm = outerRadiusMm(graph, line)
  const side = box.axes.findIndex((axis) => lineAngleDeg(axis, line.axis) <= Math.max(1, graph.angleDeg))
  const [low, high] = reachAlong(graph, line)
  const lengthMm = side < 0 ? high - low : (box.sizeMm[side] ?? 0)
  const acrossMm = side < 0 ? 0 : Math.max(...box.sizeMm.filter((_, i) => i !== side))
  const aroundMm = Math.max(reachAround(graph, line), acrossMm / 2)
  const isRound = outerMm > 0 && aroundMm <= outerMm * (1 + roundness)
  const isCentred = distanceToLine(box.centre, line.origin, line.axis) <= roundness * lengthOf(box.sizeMm)

  return { diameterMm: 2 * (isRound ? outerMm : Math.max(outerMm, aroundMm)), lengthMm, isRound, isCentred }
}

/** A stretch within this share of the bar's radius is the bar itself. */
const barShare = 0.01
const maxStretches = 20

/**
 * Stretches of the outside that are turned below the bar, slenderest first: they bend under the
 * tool, while a rod of ground bar is only cut to length. Neighbouring steps are one stretch with
 * their mean diameter.
 */
function stretchesBelow(
  graph: PartGraph,
  { origin, axis }: Line,
  barRadiusMm: number,
): NonNullable<TurningFacts['stretches']> {
  const steps = graph.faces.flatMap((face) => {
    if (face.concave || !isRound(face) || !isAbout(graph, face, origin, axis)) return []

    const radiusMm = face.kind === 'cone' ? (face.radiusMm + face.minorRadiusMm) / 2 : face.radiusMm
    if (radiusMm >= (1 - barShare) * barRadiusMm) return []

    const ends = face.axialRange.map((at) => dot(subtract(axisPoint(face, at), origin), axis))
    return [{ from: Math.min(...ends), to: Math.max(...ends), radiusMm }]
  })
  steps.sort((a, b) => a.from - b.from)

  const stretches: { from: number; to: number; weighted: number; weight: number }[] = []
  for (const { from, to, radiusMm } of steps) {
    const lengthMm = to - from
    const last = stretches.at(-1)
    if (last && from <= last.to + 2 * graph.toleranceMm) {
      last.to = Math.max(last.to, to)
      last.weighted += lengthMm * radiusMm
      last.weight += lengthMm
    } else stretches.push({ from, to, weighted: lengthMm * radiusMm, weight: lengthMm })
  }

  return stretches
    .filter(({ weighted }) => weighted > 0)
    .map(({ from, to, weighted, weight }) => ({ lengthMm: to - from, diameterMm: (2 * weighted) / weight }))
    .sort((a, b) => b.lengthMm / b.diameterMm - a.lengthMm / a.diameterMm)
    .slice(0, maxStretches)
}

/** The same direction however the file drew it: its last non-zero coordinate is positive. */
const upwards = (axis: Vec3): Vec3 => (lastNonZero(axis) < 0 ? [-axis[0], -axis[1], -axis[2]] : axis)

/**
 * Shares of the surface that are turned about the line: of all, of all without other holes, of that
 * without the flat ends; and the share of those ends.
 */
function sharesAbout(
  graph: PartGraph,
  line: Line,
  sizeMm: number,
  { holeWalls, threadWalls }: Omit<FoundFeatures, 'pockets'>,
) {
  let turned = 0
  let flat = 0
  let drilled = 0
  for (const face of graph.faces) {
    const areaMm2 = turnedAreaMm2(graph, face, line, sizeMm, threadWalls)
    turned += areaMm2
    if (isSquareTo(graph, face, line.axis)) flat += face.areaMm2
    else if (areaMm2 === 0 && (holeWalls.has(face.id) || threadWalls.has(face.id))) drilled += face.areaMm2
  }

  const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, part / whole) : 0)
  const turnable = graph.areaMm2 - drilled

  return {
    score: share(turned, graph.areaMm2),
    undrilled: share(turned, turnable),
    sides: share(turned - flat, turnable - flat),
    flat: share(flat, graph.areaMm2),
  }
}

/**
 * How much the part is one of revolution, and the bar (mm) it would be turned from. The score is
 * the smaller of two shares: of the whole surface, where ends perpendicular to the axis count, and
 * of the sides alone, because every thin plate would pass for a disc. Flats and cross holes count
 * in neither. A part that is not round gets the bar that encloses it.
 */
export function turningOf(
  graph: PartGraph,
  box: OrientedBox,
  { holeWalls, threadWalls, pockets }: FoundFeatures,
): TurningFacts {
  const sizeMm = lengthOf(box.sizeMm)
  const lines = [...roundLines(graph), ...box.axes.map((axis) => ({ origin: box.centre, axis }))]
  const rated = lines.map((line) => ({
    line,
    ...sharesAbout(graph, line, sizeMm, { holeWalls, threadWalls }),
    bar: barOf(graph, line, box),
  }))

  // A plate scores high about every hole in it: an axis through the middle of the part is preferred
  // to a higher score.
  const rank = ({ score, bar }: (typeof rated)[number]) => score + (bar.isCentred ? 1 : 0)
  const { line, score, undrilled, sides, flat, bar } = rated.reduce((a, b) => (rank(b) > rank(a) + 1e-9 ? b : a))
  const axis = upwards(line.axis)

  return {
    rotationalScore: Math.min(score, sides),
    turned: undrilled >= minTurnedShare && sides >= minTurnedSides(flat) && bar.isRound,
    axis,
    origin: add(line.origin, scale(axis, dot(subtract(box.centre, line.origin), axis))),
    barDiameterMm: bar.diameterMm,
    barLengthMm: bar.lengthMm,
    roundFaces: graph.faces.filter((face) => isAbout(graph, face, line.origin, line.axis)).length,
    flats: flatsAlong(graph, axis, holeWalls, pockets),
    stretches: stretchesBelow(graph, line, bar.diameterMm / 2),
  }
}
