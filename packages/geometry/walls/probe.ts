import { f64, u32 } from '../math/typed-access.ts'
import { add, cross, dot, lengthOf, perpendicular, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import type { RayScene } from './ray-scene.ts'

/** What is measured across: the material itself, or the empty space between two surfaces. */
export const media = ['wall', 'gap'] as const
export type Medium = (typeof media)[number]

/** The surface opposite a point. `facing` is 1 where it is parallel, 0 at a right angle. */
export interface Opposite {
  mm: number
  /** Straight across to the plane of the opposite surface: the same as `mm` unless the ray ran aslant. */
  straightMm: number
  triangle: number
  normal: Vec3
  facing: number
}

/** Surfaces that lean more than 37° against each other bound a corner, not a wall. */
const facingLimit = 0.8

/** Aslant, 26°: else every round bar would measure a chord instead of its diameter. */
const coneFacingLimit = 0.9
const coneAngle = (25 * Math.PI) / 180

/** Three a sample, each sample's turned against the last one's: neighbours together look all around. */
const coneRays = 3
const coneTurn = 2.399963

/** Up to half the cone's angle no way to a plane is shorter aslant than straight: d · cos α / cos (25° − α) is least at 0. */
const straightEnough = Math.cos(coneAngle / 2)

/** Where a way through a medium ends. */
interface WayOut {
  mm: number
  triangle: number
}

/**
 * The way through one medium from a point along `direction` (mm); undefined where it has no end before `far` or began in the
 * other medium. Shells that overlap without having been joined count as one body: what is entered must be left again. From a
 * point somewhere inside, `withinOthers` looks on behind the end for shells that were around the point from the start.
 */
export function wayOut(
  scene: RayScene,
  medium: Medium,
  from: Vec3,
  direction: Vec3,
  far = Infinity,
  withinOthers = false,
): WayOut | undefined {
  const { rays, epsilonMm } = scene
  const [x, y, z] = from
  const [dx, dy, dz] = direction
  let near = epsilonMm
  let deeper = 0

  for (let crossing = 0; crossing < 12; crossing++) {
    if (!rays.cast(x, y, z, dx, dy, dz, near, far)) return undefined

    const { distance, back } = rays.hit
    if (medium === 'gap') return back ? undefined : { mm: distance, triangle: rays.hit.triangle }

    near = distance + epsilonMm

    // Coincident double walls: of two surfaces at one place the way out counts first.
    if (!back && !rays.cast(x, y, z, dx, dy, dz, distance, near, 'back')) {
      deeper++
      continue
    }

    const { triangle } = rays.hit
    if (deeper > 0) deeper--
    else if (
      !withinOthers ||
      !scene.outlook.overlaps ||
      !rays.cast(x, y, z, dx, dy, dz, near, Infinity) ||
      !rays.hit.back
    ) {
      return { mm: distance, triangle }
    }
  }

  return undefined
}

/** The surface at the end of a way, if it faces the one with `normal` closely enough to make a wall (or a gap). */
function oppositeAt(
  scene: RayScene,
  { mm, triangle }: WayOut,
  normal: Vec3,
  direction: Vec3,
  facingLeast: number,
): Opposite | undefined {
  const other = scene.normalOf(triangle)
  const facing = -dot(normal, other)
  if (facing < facingLeast) return undefined
  return { mm, straightMm: Math.abs(mm * dot(other, direction)) / facing, triangle, normal: other, facing }
}

/** The surface facing a sample across empty space, if one does. */
export function gapAcross(scene: RayScene, sample: number, normal: Vec3): Opposite | undefined {
  const mm = f64(scene.outlook.distancesMm, sample)
  if (mm === Infinity) return undefined
  return oppositeAt(scene, { mm, triangle: u32(scene.outlook.triangles, sample) }, normal, normal, facingLimit)
}

/**
 * The shortest way (mm) through the material to an opposing surface: straight across and in a narrow cone about it, as for the
 * shape diameter; `turn` numbers the cone's position. Undefined next to a corner and on an open sheet.
 */
export function wallAcross(scene: RayScene, at: Vec3, normal: Vec3, turn: number): Opposite | undefined {
  const inward = scale(normal, -1)
  const straight = wayOut(scene, 'wall', at, inward)
  let best = straight && oppositeAt(scene, straight, normal, inward, facingLimit)
  if (best && best.facing >= straightEnough) return best

  const side = perpendicular(normal)
  const other = cross(normal, side)
  for (let k = 0; k < coneRays; k++) {
    const angle = turn * coneTurn + (2 * Math.PI * k) / coneRays
    const away = Math.sin(coneAngle)
    const direction = add(
      scale(inward, Math.cos(coneAngle)),
      add(scale(side, away * Math.cos(angle)), scale(other, away * Math.sin(angle))),
    )
    const aslant = wayOut(scene, 'wall', at, direction, best?.mm)
    best = (aslant && oppositeAt(scene, aslant, normal, direction, coneFacingLimit)) ?? best
  }

  return best
}

/** The surface facing a point of the surface straight across, if one does. */
export function acrossAt(scene: RayScene, medium: Medium, at: Vec3, normal: Vec3): Opposite | undefined {
  const direction = medium === 'wall' ? scale(normal, -1) : normal
  const way = wayOut(scene, medium, at, direction)
  return way && oppositeAt(scene, way, normal, direction, facingLimit)
}

/**
 * Whether the two surfaces run together into a sharp edge near the point: thickness is nothing there, but that is a knife edge
 * (or the bottom of a V groove), not a wall (or a gap). The planes at p and across meet at p + c · t / tan α; it is an edge if
 * the surface of p goes on to where a fifth of the thickness is left. The one across alone may go on under a notch.
 */
export function tapersToEdge(scene: RayScene, at: Vec3, normal: Vec3, opposite: Opposite, medium: Medium): boolean {
  const cosine = Math.min(1, opposite.facing)
  const sine = Math.sqrt(1 - cosine * cosine)
  if (sine < 0.035) return false

  const along = medium === 'wall' ? opposite.normal : scale(opposite.normal, -1)
  const up = medium === 'wall' ? normal : scale(normal, -1)
  const tangent = scale(subtract(along, scale(up, dot(along, up))), 1 / sine)
  const reach = (opposite.straightMm * cosine) / sine
  const almost = add(at, scale(tangent, 0.8 * reach))

  return scene.nearest(almost, Math.max(0.1 * opposite.straightMm, scene.epsilonMm)) !== undefined
}

/** Thickness (mm) across a medium through a point inside it, along ± `axis`. */
export function thicknessAt(
  scene: RayScene,
  medium: Medium,
  inside: Vec3,
  axis: Vec3,
  far: number,
): number | undefined {
  const one = wayOut(scene, medium, inside, axis, far, true)
  const other = one && wayOut(scene, medium, inside, scale(axis, -1), far, true)
  return one && other && one.mm + other.mm
}

/**
 * Whether the wall keeps about its thickness a third of it to the sides: a single stray ray, through a crack or past a spike,
 * does not.
 */
export function hasSupport(scene: RayScene, medium: Medium, at: Vec3, normal: Vec3, mm: number): boolean {
  const middle = add(at, scale(normal, medium === 'wall' ? -mm / 2 : mm / 2))
  const side = perpendicular(normal)
  const other = cross(normal, side)
  let agreeing = 0

  for (const [a, b] of [
    [0.3, 0.1],
    [-0.1, 0.3],
    [-0.3, -0.1],
    [0.1, -0.3],
  ] as const) {
    const place = add(middle, add(scale(side, a * mm), scale(other, b * mm)))
    const there = thicknessAt(scene, medium, place, normal, 2 * mm)
    if (there !== undefined && there > 0.6 * mm && there < 1.5 * mm) agreeing++
  }

  return agreeing >= 2
}

/**
 * How a wall (or, in empty space, a groove) goes on in one direction: to its free end, into something wider, or away through
 * its side because it bends or is a wedge.
 */
interface Reach {
  mm: number
  end: 'free' | 'root' | 'side'
}

/** Where a straight line leaves the medium, and the normal of the surface there. */
interface Exit {
  mm: number
  normal: Vec3
}

function exitOf(scene: RayScene, medium: Medium, from: Vec3, direction: Vec3): Exit | undefined {
  const out = wayOut(scene, medium, from, direction, Infinity, true)
  return out && { mm: out.mm, normal: scene.normalOf(out.triangle) }
}

const stepsMax = 12

/**
 * From the middle of a wall along `direction`, as far as it keeps its thickness. In the material the free end is where the ray
 * leaves; in a groove it is the floor.
 */
function reachOf(
  scene: RayScene,
  medium: Medium,
  middle: Vec3,
  normal: Vec3,
  direction: Vec3,
  mm: number,
  out: Exit | undefined,
): Reach {
  const limit = 1.6 * mm
  const keeps = (distance: number): boolean => {
    const there = thicknessAt(scene, medium, add(middle, scale(direction, distance)), normal, 2 * limit)
    return there !== undefined && there <= limit
  }

  const exit = out?.mm ?? Infinity
  const endsHead = out !== undefined && Math.abs(dot(out.normal, direction)) > 0.5

  // Next to the end, but not so near that rounding decides on which side of the surface a probe stands.
  const last = Math.min(exit - Math.min(0.1 * mm, 0.1 * exit), scene.diagonalMm)
  let good = 0
  let bad = Infinity
  for (let distance = mm / 2, k = 0; k < 2 * stepsMax && distance < last; k++) {
    if (!keeps(distance)) {
      bad = distance
      break
    }
    good = distance
    distance += Math.max(mm / 2, distance / 4)
  }

  if (bad === Infinity && keeps(last)) return { mm: exit, end: endsHead ? 'free' : 'side' }

  bad = Math.min(bad, last)

  for (let k = 0; k < stepsMax && bad - good > 0.002 * mm; k++) {
    const between = (good + bad) / 2
    if (keeps(between)) good = between
    else bad = between
  }

  // A wedge widens too, but slowly: a root is twice as thick one thickness farther on.
  const further = bad + Math.min(mm, (last - bad) / 2)
  const beyond = thicknessAt(scene, medium, add(middle, scale(direction, further)), normal, 2 * limit)
  return { mm: good, end: beyond === undefined || beyond > 2 * mm ? 'root' : 'side' }
}

const lines = 6
const uprightsMax = 4

/**
 * Height (mm) of a wall above its root, or depth of a groove below its mouth, at a point of its side: the shortest line within
 * its middle plane from a free end to where it widens. Undefined where it is held on both ends or on none, like a plate.
 */
export function standingHeightMm(
  scene: RayScene,
  medium: Medium,
  at: Vec3,
  normal: Vec3,
  mm: number,
): number | undefined {
  const middle = add(at, scale(normal, medium === 'wall' ? -mm / 2 : mm / 2))
  const side = perpendicular(normal)
  const other = cross(normal, side)
  let shortest: number | undefined

  // Straight up is where the ends look: lines found by turning alone would be up to 3 % too long, more near a corner.
  const uprights: Vec3[] = []
  const offerUpright = (exit: Vec3 | undefined): void => {
    if (!exit || uprights.length >= uprightsMax) return
    const flat = subtract(exit, scale(normal, dot(exit, normal)))
    if (lengthOf(flat) < 0.5) return
    const upright = unit(flat)
    if (uprights.every((known) => Math.abs(dot(known, upright)) < 0.999)) uprights.push(upright)
  }
  const tryLine = (direction: Vec3): void => {
    const back = scale(direction, -1)
    const exit = exitOf(scene, medium, middle, direction)
    const backExit = exitOf(scene, medium, middle, back)

    offerUpright(exit?.normal)
    offerUpright(backExit?.normal)

    const one = reachOf(scene, medium, middle, normal, direction, mm, exit)
    if (one.end === 'side') return

    const opposite = reachOf(scene, medium, middle, normal, back, mm, backExit)
    if (one.end === opposite.end || opposite.end === 'side') return

    const height = one.mm + opposite.mm
    if (shortest === undefined || height < shortest) shortest = height
  }
  for (let k = 0; k < lines; k++) {
    const turn = (Math.PI * k) / lines
    tryLine(add(scale(side, Math.cos(turn)), scale(other, Math.sin(turn))))
  }

  for (const upright of [...uprights]) tryLine(upright)
  return shortest
}
