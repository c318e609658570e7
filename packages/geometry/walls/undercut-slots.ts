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

/** A slot is open at both ends if this share of its walls is seen from each. */
const minShareOfEnd = 0.25

/** Picks that no direction sees but one or both of an axis, along which they run, by that axis. */
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
function isOpenSection(scene: RayScene, from: Vec3, directions: readonly Vec3[], reaches: readonly number[]): boolean {
  if (reaches.includes(Infinity)) return true

  return directions.some((direction, i) => {
    const middle = add(from, scale(direction, (reaches[i] as number) / 2))
    return directions.some((onwards) => reachMm(scene, middle, onwards) === Infinity)
  })
}

/** The end of the longest chord through a point: it is on the other side of the slot's mouth. */
function farEnd(from: Vec3, directions: readonly Vec3[], reaches: readonly number[]): Vec3 | undefined {
  const longestMm = Math.max(...reaches.filter((reach) => reach !== Infinity))
  const direction = directions[reaches.indexOf(longestMm)]
  return direction && add(from, scale(direction, longestMm))
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
  const reaches = directions.map((direction) => reachMm(scene, from, direction))
  if (!isOpenSection(scene, from, directions, reaches)) return undefined

  const widthMm = sectionWidthMm(scene, from, normal, directions)
  if (widthMm === Infinity) return undefined

  const areaMm2 = f64(scene.samples.areasMm2, sample)
  const point = { at, triangle: u32(scene.samples.triangles, sample), areaMm2, mm: widthMm }
  // Otherwise the two sides of a slot, which its mouth separates, would count as two slots.
  const across = farEnd(from, directions, reaches)

  return across ? { ...point, across } : point
}

/** The ends from which a tool along the axis reaches the walls. */
function openEndsOf(members: readonly Measured[], [ahead, behind]: readonly Set<Measured>[]): 1 | 2 {
  // Two blind slots in a row count as one that is open at both ends: each end is half as deep.
  const isOpen = (end: Set<Measured> | undefined): boolean =>
    members.filter((member) => end?.has(member)).length >= minShareOfEnd * members.length

  return isOpen(ahead) && isOpen(behind) ? 2 : 1
}

function slotOf({ valueMm: _, members, ...place }: Cluster, axis: Vec3, ends: readonly Set<Measured>[]): UndercutSlot {
  const along = members.map(({ at }) => dot(at, axis))
  // Chords are short near the corners of the section, so the width of most points counts.
  const widths = members.map(({ mm }) => mm).sort((a, b) => a - b)
  const widthMm = widths[widths.length >> 1] ?? 0

  const lengthMm = Math.max(...along) - Math.min(...along)

  return { ...place, axis, widthMm, lengthMm, openEnds: openEndsOf(members, ends) }
}

/**
 * T-slots, dovetails and other grooves that are open at one end or both and wider inside than at
 * their mouth. Tools along the slot see them, but from the ends alone an end mill would have to be
 * as long as the slot, or half of it: such walls are cut through the mouth with a T-slot or dovetail
 * cutter, which enters at an open end.
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
    views: [views.seen[2 * axis] as Uint8Array, views.seen[2 * axis + 1] as Uint8Array],
    picks: along.filter((k) => !isBoreWall(views.picks[k] as number)),
  }))
  const stride = Math.max(1, Math.ceil(walls.reduce((sum, { picks }) => sum + picks.length, 0) / maxChecks))

  const slots = walls.flatMap(({ axis, picks, views: viewsOfEnds }) => {
    const directions = sectionDirections(axis)
    const open: Measured[] = []
    const ends = viewsOfEnds.map(() => new Set<Measured>())
    for (let i = 0; i < picks.length; i += stride) {
      step(watch, 'walls', 0.99)
      const k = picks[i] as number
      const point = wallPoint(scene, views.picks[k] as number, directions)
      if (!point) continue

      open.push(point)
      viewsOfEnds.forEach((view, end) => {
        if (u8(view, k) !== 0) ends[end]?.add(point)
      })
    }

    return clustersOf(scene, open, triangleFaces, views.every * stride).map((cluster) => slotOf(cluster, axis, ends))
  })

  return slots
    .filter(({ lengthMm, widthMm }) => lengthMm >= minLengthToWidth * widthMm)
    .sort((a, b) => b.areaMm2 - a.areaMm2)
}
