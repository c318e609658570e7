import { step, type Watch } from '../control/watch.ts'
import { f64, num, u32 } from '../math/typed-access.ts'
import { add, cross, distance, dot, lengthOf, perpendicular, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import type { Face, FaceGraph } from '../model/face-graph.ts'
import type { WallFacts } from '../model/facts.ts'
import { type Measured, regionsOf } from './clusters.ts'
import {
  acrossAt,
  gapAcross,
  hasSupport,
  type Medium,
  type Opposite,
  standingHeightMm,
  tapersToEdge,
  wallAcross,
  wayOut,
} from './probe.ts'
import { normalOf, pointOf, type RayScene } from './ray-scene.ts'

/** A place of the surface and what is across it. */
export interface Across {
  at: Vec3
  normal: Vec3
  triangle: number
  /** Share of the surface it stands for. */
  areaMm2: number
  opposite: Opposite
}

const defaultThinBelowMm = 1
const bins = 16

/** A straight way into the material. */
interface Way {
  at: Vec3
  normal: Vec3
  mm: number
}

const wayOf = ({ at, normal, opposite }: Across): Way => ({ at, normal, mm: opposite.mm })

type Field = Record<Medium, readonly Across[]>

const thinnestFirst = (a: Across, b: Across): number => a.opposite.mm - b.opposite.mm

function measuredField(scene: RayScene, watch: Watch): Field {
  const walls: Across[] = []
  const gaps: Across[] = []
  for (let sample = 0; sample < scene.samples.count; sample++) {
    if (sample % 32 === 0) step(watch, 'walls', 0.2 + (0.42 * sample) / scene.samples.count)
    if (scene.outlook.buried[sample] === 1) continue

    const at = pointOf(scene, sample)
    const normal = normalOf(scene, sample)
    const gap = gapAcross(scene, sample, normal)
    const wall = wallAcross(scene, at, normal, sample)
    const triangle = u32(scene.samples.triangles, sample)
    const areaMm2 = f64(scene.samples.areasMm2, sample)

    if (gap) gaps.push({ at, normal, triangle, areaMm2, opposite: gap })
    if (wall) walls.push({ at, normal, triangle, areaMm2, opposite: wall })
  }

  return { wall: walls.sort(thinnestFirst), gap: gaps.sort(thinnestFirst) }
}

const fields = new WeakMap<RayScene, Field>()

/**
 * Every sample that has a surface opposite it, with the shortest way there, thinnest first; none within another shell. Kept
 * with the scene: walls and details both start from it, and these casts are most of the work.
 */
export function acrossOf(scene: RayScene, medium: Medium, watch: Watch): readonly Across[] {
  const field = fields.get(scene) ?? measuredField(scene, watch)
  fields.set(scene, field)
  return field[medium]
}

const checksMax = 12_000
const startsMax = 6
const startsSought = 300
const descentRounds = 14

/** Facets of one round wall lean against each other by less than 1.1°. */
const parallel = 0.9998

const tapers = (scene: RayScene, medium: Medium, { at, normal, opposite }: Across): boolean =>
  tapersToEdge(scene, at, normal, opposite, medium)

/**
 * Place in `sorted` of the thinnest wall (or gap) that is more than one stray ray and no knife edge; -1 when there is none.
 */
function firstReal(scene: RayScene, medium: Medium, sorted: readonly Across[], watch: Watch): number {
  const end = Math.min(sorted.length, checksMax)
  for (let i = 0; i < end; i++) {
    if (i % 16 === 0) step(watch, 'walls', 0.66)
    const { at, normal, opposite } = sorted[i] as Across
    if (tapers(scene, medium, sorted[i] as Across)) continue
    if (hasSupport(scene, medium, at, normal, opposite.mm)) return i
  }

  return -1
}

/** The place of the surface in front of or behind a point near it, looked up along the normal there. */
function placeNear(
  scene: RayScene,
  point: Vec3,
  normal: Vec3,
  reachMm: number,
): Pick<Across, 'at' | 'normal' | 'triangle'> | undefined {
  const { rays } = scene
  const from = add(point, scale(normal, reachMm))
  if (!rays.cast(...from, -normal[0], -normal[1], -normal[2], 0, 2 * reachMm, 'front')) return undefined
  const { distance, triangle } = rays.hit
  return { at: subtract(from, scale(normal, distance)), normal: scene.normalOf(triangle), triangle }
}

/** Goes from a place to thinner ones next to it, in ever smaller steps, to where it is thinnest. */
function thinnestNear(scene: RayScene, medium: Medium, start: Across): Across {
  let best = start
  let reachMm = scene.spacingMm
  for (let round = 0; round < descentRounds && reachMm > scene.epsilonMm; round++) {
    const side = perpendicular(best.normal)
    const other = cross(best.normal, side)
    const from = best
    for (let k = 0; k < 6; k++) {
      const turn = (Math.PI * k) / 3 + round
      const by = add(scale(side, reachMm * Math.cos(turn)), scale(other, reachMm * Math.sin(turn)))
      const place = placeNear(scene, add(from.at, by), from.normal, reachMm)
      const opposite = place && acrossAt(scene, medium, place.at, place.normal)
      if (!place || !opposite || !(opposite.mm < (1 - 1e-4) * best.opposite.mm)) continue
      const found: Across = { ...place, areaMm2: 0, opposite }
      if (!tapers(scene, medium, found)) best = found
    }

    if (best === from) reachMm /= 2
  }

  return best
}

/**
 * The thinnest place (or narrowest gap) there is about the thinnest samples. Between samples a wall that varies may be thinner
 * still; between parallel planes it is not.
 */
function thinnestOf(scene: RayScene, medium: Medium, sorted: readonly Across[], first: number, watch: Watch): Across {
  let best = sorted[first] as Across
  const limitMm = 1.5 * best.opposite.mm
  const starts: Across[] = []
  for (let i = first; i < sorted.length && i < first + startsSought && starts.length < startsMax; i++) {
    const start = sorted[i] as Across
    if (start.opposite.mm > limitMm) break
    if (start.opposite.facing > parallel || starts.some(({ at }) => distance(at, start.at) < 4 * scene.spacingMm))
      continue

    step(watch, 'walls', 0.67)
    starts.push(start)
    if (i > first && tapers(scene, medium, start)) continue

    const found = thinnestNear(scene, medium, start)
    if (found.opposite.mm >= best.opposite.mm) continue

    if (hasSupport(scene, medium, found.at, found.normal, found.opposite.mm)) best = found
  }

  return best
}

/** The real ones of a sorted list, from the thinnest place about them on; none when there is none. */
function realOf(scene: RayScene, medium: Medium, sorted: readonly Across[], watch: Watch): readonly Across[] {
  const first = firstReal(scene, medium, sorted, watch)
  if (first < 0) return []
  const thinnest = thinnestOf(scene, medium, sorted, first, watch)
  const real = sorted.slice(first)
  return thinnest === real[0] ? real : [thinnest, ...real]
}

/** Of the real ones, those below a limit that are no knife edges, ready to be gathered into regions. */
function thinOf(scene: RayScene, medium: Medium, real: readonly Across[], belowMm: number, watch: Watch): Measured[] {
  const thin: Measured[] = []
  for (let i = 0; i < real.length; i++) {
    if (i % 16 === 0) step(watch, 'walls', 0.7)
    const { at, normal, triangle, areaMm2, opposite } = real[i] as Across
    if (opposite.mm >= belowMm - 4 * scene.epsilonMm) break
    if (i < checksMax && tapers(scene, medium, real[i] as Across)) continue
    const inward = scale(normal, medium === 'wall' ? -opposite.mm : opposite.mm)
    thin.push({ at, triangle, areaMm2, mm: opposite.mm, across: add(at, inward) })
  }

  return thin
}

const picksMax = 80
const shrinksMax = 8

interface Ball {
  diameterMm: number
  at: Vec3
}

/**
 * The ball inside that touches the surface where the way begins (mm), as the medial axis has it: shrunk until nothing reaches
 * into it, each time to the ball through both the way's beginning p and the nearest point q, r = |p − q|² / 2 n · (p − q).
 */
function ballAt(scene: RayScene, { at, normal, mm }: Way): Ball {
  let radius = mm / 2
  for (let round = 0; ; round++) {
    const middle = subtract(at, scale(normal, radius))
    const room = scene.nearest(middle, radius)
    if (!room || room.distanceMm >= 0.99 * radius) return { diameterMm: 2 * (room?.distanceMm ?? radius), at: middle }
    if (round === shrinksMax) return { diameterMm: 2 * room.distanceMm, at: middle }

    const apart = subtract(at, room.at)
    const along = dot(apart, normal)
    const touching = along > 0 ? dot(apart, apart) / (2 * along) : 0
    radius = Math.min(0.99 * radius, Math.max(room.distanceMm, touching))
  }
}

/** The main directions and the corners between them, unit vectors. */
const ways14: readonly Vec3[] = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): Vec3 => [x, y, z])))
  .filter((way) => [1, 3].includes(dot(way, way)))
  .map(unit)

/** The ball moved to where it has most room: samples are few, and the middle of a cube is right under none of them. */
function settled(scene: RayScene, ball: Ball): Ball {
  let best = ball
  // A step within the ball never leaves the material.
  for (let reach = best.diameterMm / 4; reach > 1e-3 * ball.diameterMm; ) {
    const roomier = ways14
      .map((way) => add(best.at, scale(way, reach)))
      .map((at) => ({ at, diameterMm: 2 * (scene.nearest(at, 2 * best.diameterMm)?.distanceMm ?? 0) }))
      .reduce((a, b) => (b.diameterMm > a.diameterMm ? b : a), best)
    if (roomier.diameterMm > 1.0001 * best.diameterMm) best = roomier
    else reach /= 2
  }

  return best
}

/** The largest ball found inside, longest ways first: a long bar is as thick as it is across, not as it is long. */
function largestBall(scene: RayScene, ways: readonly Way[], watch: Watch): Ball | undefined {
  const stride = Math.max(1, Math.floor(ways.length / picksMax))
  let best: Ball | undefined
  for (let i = ways.length - 1; i >= 0; i -= stride) {
    step(watch, 'walls', 0.75)
    const way = ways[i] as Way
    if (best && way.mm <= 1.003 * best.diameterMm) break
    const ball = ballAt(scene, way)
    if (ball.diameterMm > (best?.diameterMm ?? 0)) best = ball
  }

  return best && settled(scene, best)
}

function histogramOf(sorted: readonly Across[]): WallFacts['histogram'] {
  const largest = sorted.at(-1)?.opposite.mm ?? 0
  const edgesMm = Array.from({ length: bins + 1 }, (_, i) => (largest * i) / bins)
  const areas = new Array<number>(bins).fill(0)
  let total = 0

  for (const { areaMm2, opposite } of sorted) {
    const bin = Math.min(bins - 1, Math.floor((bins * opposite.mm) / largest))
    areas[bin] = num(areas, bin) + areaMm2
    total += areaMm2
  }

  return { edgesMm, shares: areas.map((area) => (total > 0 ? area / total : 0)) }
}

/**
 * The thinnest and the middle place of each pair of faces that face each other, thinnest first: where to look for ribs and
 * grooves. A wall is looked at from one side only.
 */
export function facePicksOf(sorted: readonly Across[], triangleFaces: Uint32Array, cap: number): Across[] {
  const byPair = new Map<number, Across[]>()
  for (const across of sorted) {
    const here = triangleFaces[across.triangle] ?? 0
    const there = triangleFaces[across.opposite.triangle] ?? 0
    const pair = Math.min(here, there) * 0x4000000 + Math.max(here, there)
    const list = byPair.get(pair)
    if (list) list.push(across)
    else byPair.set(pair, [across])
  }

  return [...byPair.values()]
    .flatMap((list) => [list[0] as Across, ...(list.length > 2 ? [list[list.length >> 1] as Across] : [])])
    .sort(thinnestFirst)
    .slice(0, cap)
}

function slimmestOf(scene: RayScene, picks: readonly Across[], watch: Watch): number {
  let slimmest = 0
  for (const { at, normal, opposite } of picks) {
    step(watch, 'walls', 0.8)
    // No wall is higher than the part: thicker ones cannot be slimmer than the slimmest known.
    if (opposite.mm * slimmest >= scene.diagonalMm) break
    const height = standingHeightMm(scene, 'wall', at, normal, opposite.mm)
    if (height !== undefined) slimmest = Math.max(slimmest, height / opposite.mm)
  }

  return slimmest
}

/** Ways straight through (mm), whatever the angle on the other side: what a part without facing surfaces, a cone, still has. */
function straightWays(scene: RayScene): Way[] {
  const ways: Way[] = []
  const stride = Math.max(1, Math.floor(scene.samples.count / 1000))
  for (let sample = 0; sample < scene.samples.count; sample += stride) {
    const at = pointOf(scene, sample)
    const normal = normalOf(scene, sample)
    const way = wayOut(scene, 'wall', at, scale(normal, -1))
    if (way) ways.push({ at, normal, mm: way.mm })
  }

  return ways.sort((a, b) => a.mm - b.mm)
}

const isRoundHole = (face: Face): boolean => face.concave && face.kind !== 'plane' && face.kind !== 'freeform'

function sameAxis(a: Face, b: Face): boolean {
  const apart = subtract(a.origin, b.origin)
  const tolerance = 0.05 * Math.max(a.radiusMm, b.radiusMm)
  if (a.kind === 'sphere' || b.kind === 'sphere') return lengthOf(apart) <= tolerance
  return Math.abs(dot(a.axis, b.axis)) > 0.999 && lengthOf(cross(apart, a.axis)) <= tolerance
}

/** A hole's diameter is the hole's own fact, not a gap, also where the hole is drawn as two half cylinders. */
function isAcrossHole(across: Across, triangleFaces: Uint32Array, faces: FaceGraph): boolean {
  const here = faces.faces[triangleFaces[across.triangle] ?? -1]
  const there = faces.faces[triangleFaces[across.opposite.triangle] ?? -1]
  return !!here && !!there && isRoundHole(here) && isRoundHole(there) && (here === there || sameAxis(here, there))
}

/** Empty spaces between facing surfaces, thinnest first, without the insides of holes. */
export const gapsOf = (scene: RayScene, triangleFaces: Uint32Array, faces: FaceGraph, watch: Watch): Across[] =>
  acrossOf(scene, 'gap', watch).filter((across) => !isAcrossHole(across, triangleFaces, faces))

function gapFactsOf(
  scene: RayScene,
  gaps: readonly Across[],
  triangleFaces: Uint32Array,
  thinBelowMm: number,
  watch: Watch,
): WallFacts['gap'] {
  const real = realOf(scene, 'gap', gaps, watch)
  if (real.length === 0) return undefined
  const minMm = (real[0] as Across).opposite.mm
  const narrow = thinOf(scene, 'gap', real, Math.max(thinBelowMm, 2 * minMm), watch)
  return { minMm, regions: regionsOf(scene, narrow, triangleFaces) }
}

/**
 * Wall thickness and gaps (mm) of a part by rays across it. A wall needs two surfaces that face each other within 37°; places
 * where they run into a sharp edge are knife edges and count neither as thinnest wall nor as thin region. `samples` is how many
 * points have a wall behind them: with 0 (an open sheet) the thicknesses are 0 and say nothing.
 */
export function wallsOf(
  scene: RayScene,
  triangleFaces: Uint32Array,
  faces: FaceGraph,
  { thinBelowMm = defaultThinBelowMm }: { thinBelowMm?: number },
  watch: Watch,
): WallFacts {
  const walls = acrossOf(scene, 'wall', watch)
  const gaps = gapsOf(scene, triangleFaces, faces, watch)
  const real = realOf(scene, 'wall', walls, watch)
  const thinnest = real[0]
  const ball = largestBall(scene, thinnest ? walls.map(wayOf) : straightWays(scene), watch)

  // A prism between two far ends, or a cone, has no walls; it is as thick as the largest ball in it.
  const massive = ball && !(thinnest && thinnest.opposite.mm <= 1.05 * ball.diameterMm)
  const least = thinnest && !massive ? { mm: thinnest.opposite.mm, at: thinnest.at } : undefined
  const thin = thinOf(scene, 'wall', real, thinBelowMm, watch)
  const minMm = least?.mm ?? ball?.diameterMm ?? 0

  return {
    minMm,
    maxMm: Math.max(minMm, ball?.diameterMm ?? 0),
    minPlace: least?.at ?? ball?.at ?? scene.box.min,
    histogram: histogramOf(walls),
    thinRegions: regionsOf(scene, thin, triangleFaces),
    gap: gapFactsOf(scene, gaps, triangleFaces, thinBelowMm, watch),
    heightToThickness: slimmestOf(scene, facePicksOf(real, triangleFaces, 80), watch),
    samples: walls.length,
  }
}
