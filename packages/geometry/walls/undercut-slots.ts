import { f64, u8, u32 } from '../math/typed-access.ts'
import { add, cross, dot, perpendicular, scale, type Vec3 } from '../math/vector.ts'
import type { FaceGraph } from '../model/face-graph.ts'
import type { UndercutSlot } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'
import { type Cluster, clustersOf, type Measured } from './clusters.ts'
import { normalOf, pointOf, type RayScene } from './ray-scene.ts'
import { beside, type Views } from './views.ts'

const maxChecks = 240

/** Rays of a cross-section, 30° apart. */
const sectionRays = 12

/** A bore that a slit opens is drilled; it covers more than half a turn. */
const minBoreSweepDeg = 200

/** Anything shorter is a window, which an end mill cuts; and rays along a wall may miss. */
const minLengthToWidth = 2

/** Picks that no direction sees but the two of one axis, along which they run, by that axis. */
function picksAlongOneAxis({ picks, directions, seen }: Views): Map<number, number[]> {
  const byAxis = new Map<number, number[]>()
  picks.forEach((_, k) => {
    let axis: number | undefined
    for (let d = 0; d < directions.length; d++) {
      const view = u8(seen[d] as Uint8Array, k)
      if (view === 0) continue
      if (view !== beside || (axis !== undefined && axis !== d >> 1)) return
      axis = d >> 1
    }
    if (axis === undefined) return

    const along = byAxis.get(axis)
    if (along) along.push(k)
    else byAxis.set(axis, [k])
  })

  return byAxis
}

/** The directions of the rays in the plane across an axis. */
function sectionDirections(axis: Vec3): Vec3[] {
  const side = perpendicular(axis)
  const other = cross(axis, side)
  return Array.from({ length: sectionRays }, (_, i) => {
    const angle = (2 * Math.PI * i) / sectionRays
    return add(scale(side, Math.cos(angle)), scale(other, Math.sin(angle)))
  })
}

/** Distance (mm) to the first surface, infinite in the open. */
function reachMm({ rays, epsilonMm }: RayScene, [x, y, z]: Vec3, [dx, dy, dz]: Vec3): number {
  return rays.cast(x, y, z, dx, dy, dz, epsilonMm, Infinity) ? rays.hit.distance : Infinity
}

/**
 * Whether the cross-section through a point opens to the outside: directly, or from the middle of
 * one of its chords. The section of a hole or window is closed.
 */
function isOpenSection(scene: RayScene, from: Vec3, directions: readonly Vec3[]): boolean {
  const reaches = directions.map((direction) => reachMm(scene, from, direction))
  if (reaches.includes(Infinity)) return true

  return directions.some((direction, i) => {
    const middle = add(from, scale(direction, (reaches[i] as number) / 2))
    return directions.some((onwards) => reachMm(scene, middle, onwards) === Infinity)
  })
}

/** Width (mm) of the section at a point of its wall: the shortest chord through its middle. */
function sectionWidthMm(scene: RayScene, from: Vec3, normal: Vec3, directions: readonly Vec3[]): number {
  const acrossMm = reachMm(scene, from, normal)
  if (acrossMm === Infinity) return Infinity

  const middle = add(from, scale(normal, acrossMm / 2))
  const half = directions.length / 2
  const chords = directions.slice(0, half).map((direction, i) => {
    const back = directions[i + half] as Vec3
    return reachMm(scene, middle, direction) + reachMm(scene, middle, back)
  })

  return Math.min(acrossMm, ...chords)
}

/** A point of a wall of an open section, with the width of the section there. */
function wallPoint(scene: RayScene, sample: number, directions: readonly Vec3[]): Measured | undefined {
  const at = pointOf(scene, sample)
  const normal = normalOf(scene, sample)
  const from = add(at, scale(normal, Math.max(1e-4 * scene.diagonalMm, 4 * scene.epsilonMm)))
  if (!isOpenSection(scene, from, directions)) return undefined

  const widthMm = sectionWidthMm(scene, from, normal, directions)
  if (widthMm === Infinity) return undefined

  const areaMm2 = f64(scene.samples.areasMm2, sample)
  return { at, triangle: u32(scene.samples.triangles, sample), areaMm2, mm: widthMm }
}

function slotOf({ valueMm: _, members, ...place }: Cluster, axis: Vec3): UndercutSlot {
  const along = members.map(({ at }) => dot(at, axis))
  // Chords are short near the corners of the section: its width is that of most points.
  const widths = members.map(({ mm }) => mm).sort((a, b) => a - b)
  const widthMm = widths[widths.length >> 1] ?? 0

  return { ...place, axis, widthMm, lengthMm: Math.max(...along) - Math.min(...along) }
}

/**
 * T-slots, dovetails and other grooves that are open at both ends and wider inside than at their
 * mouth. Tools along the slot see them, but from the ends alone an end mill would have to be as long
 * as half the slot: such walls are cut through the mouth with a T-slot or dovetail cutter.
 */
export function undercutSlotsOf(
  scene: RayScene,
  views: Views,
  triangleFaces: Uint32Array | undefined,
  { faces }: FaceGraph,
  watch: Watch,
): UndercutSlot[] {
  const isBoreWall = (sample: number): boolean => {
    const face = faces[triangleFaces?.[u32(scene.samples.triangles, sample)] ?? -1]
    return face?.kind === 'cylinder' && face.concave && face.sweepDeg >= minBoreSweepDeg
  }
  const walls = [...picksAlongOneAxis(views)].map(([axis, along]) => ({
    axis: views.directions[2 * axis] as Vec3,
    samples: along.map((k) => views.picks[k] as number).filter((sample) => !isBoreWall(sample)),
  }))
  const stride = Math.max(1, Math.ceil(walls.reduce((sum, { samples }) => sum + samples.length, 0) / maxChecks))

  const slots = walls.flatMap(({ axis, samples }) => {
    const directions = sectionDirections(axis)
    const open: Measured[] = []
    for (let i = 0; i < samples.length; i += stride) {
      step(watch, 'walls', 0.99)
      const point = wallPoint(scene, samples[i] as number, directions)
      if (point) open.push(point)
    }

    return clustersOf(scene, open, triangleFaces, views.every * stride).map((cluster) => slotOf(cluster, axis))
  })

  return slots
    .filter(({ lengthMm, widthMm }) => lengthMm >= minLengthToWidth * widthMm)
    .sort((a, b) => b.areaMm2 - a.areaMm2)
}
