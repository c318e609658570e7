import { f64, u32 } from '../math/typed-access.ts'
import { cross, dot, lengthOf, subtract, type Vec3 } from '../math/vector.ts'
import type { Face, FaceGraph } from '../model/face-graph.ts'
import { step, type Watch } from '../model/watch.ts'
import { gapAcross, type Medium, type Opposite, wallAcross } from './probe.ts'
import { normalOf, pointOf, type RayScene } from './ray-scene.ts'
import { unfaceted } from './unfaceted.ts'

/** A point of the surface and the surface opposite it. */
export interface Across {
  at: Vec3
  normal: Vec3
  triangle: number
  /** The share of the surface that the point represents. */
  areaMm2: number
  opposite: Opposite
}

type Field = Record<Medium, readonly Across[]>

const fields = new WeakMap<RayScene, Field>()

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
    const start = { at, normal, triangle, areaMm2: f64(scene.samples.areasMm2, sample) }

    if (gap) gaps.push({ ...start, opposite: unfaceted(scene, 'gap', start, gap) })
    if (wall) walls.push({ ...start, opposite: unfaceted(scene, 'wall', start, wall) })
  }

  return { wall: walls.sort(thinnestFirst), gap: gaps.sort(thinnestFirst) }
}

/**
 * Every sample that has a surface opposite it, with the shortest way there, thinnest first; samples
 * inside another shell are left out. Cached by scene: walls and details both need it, and these
 * casts are most of the work.
 */
export function acrossOf(scene: RayScene, medium: Medium, watch: Watch): readonly Across[] {
  const field = fields.get(scene) ?? measuredField(scene, watch)
  fields.set(scene, field)
  return field[medium]
}

const isRoundHole = (face: Face): boolean => face.concave && face.kind !== 'plane' && face.kind !== 'freeform'

function haveSameAxis(a: Face, b: Face): boolean {
  const apart = subtract(a.origin, b.origin)
  const tolerance = 0.05 * Math.max(a.radiusMm, b.radiusMm)
  if (a.kind === 'sphere' || b.kind === 'sphere') return lengthOf(apart) <= tolerance
  return Math.abs(dot(a.axis, b.axis)) > 0.999 && lengthOf(cross(apart, a.axis)) <= tolerance
}

/** A hole's diameter is not a gap, also where the hole is drawn as two half cylinders. */
function isAcrossHole(across: Across, triangleFaces: Uint32Array, { faces }: FaceGraph): boolean {
  const here = faces[triangleFaces[across.triangle] ?? -1]
  const there = faces[triangleFaces[across.opposite.triangle] ?? -1]
  if (!here || !there || !isRoundHole(here) || !isRoundHole(there)) return false
  return here === there || haveSameAxis(here, there)
}

/** Empty spaces between facing surfaces, thinnest first, without the insides of holes. */
export const gapsOf = (scene: RayScene, triangleFaces: Uint32Array, faces: FaceGraph, watch: Watch): Across[] =>
  acrossOf(scene, 'gap', watch).filter((across) => !isAcrossHole(across, triangleFaces, faces))

/**
 * Where to measure ribs and grooves: the thinnest and the median point of each pair of opposite
 * faces, thinnest first. Both sides of a wall are one pair.
 */
export function facePicksOf(sorted: readonly Across[], triangleFaces: Uint32Array, maxPicks: number): Across[] {
  const byPair = Map.groupBy(sorted, (across) => {
    const here = triangleFaces[across.triangle] ?? 0
    const there = triangleFaces[across.opposite.triangle] ?? 0
    return Math.min(here, there) * 0x4000000 + Math.max(here, there)
  })

  return [...byPair.values()]
    .flatMap((pair) => [pair[0] as Across, ...(pair.length > 2 ? [pair[pair.length >> 1] as Across] : [])])
    .sort(thinnestFirst)
    .slice(0, maxPicks)
}
