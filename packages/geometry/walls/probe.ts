import { f64, u32 } from '../math/typed-access.ts'
import { add, cross, dot, perpendicular, scale, subtract, type Vec3 } from '../math/vector.ts'
import type { RayScene } from './ray-scene.ts'

/** What is measured across: the material itself, or the empty space between two surfaces. */
export type Medium = 'wall' | 'gap'

/** The surface opposite a point. `facing` is 1 where the two are parallel, 0 at a right angle. */
export interface Opposite {
  mm: number
  /** Between the facets; `mm` may be corrected for what they cut off. */
  facetMm: number
  /**
   * Straight across to the plane of the opposite surface: equal to `mm` unless the ray was slanted.
   */
  straightMm: number
  triangle: number
  normal: Vec3
  facing: number
}

/** Surfaces that lean more than 37° against each other bound a corner, not a wall. */
const minFacing = 0.8

/**
 * For slanted rays 26°: with more, every round bar would measure a chord instead of its diameter.
 */
const minConeFacing = 0.9
const coneAngle = (25 * Math.PI) / 180

/**
 * Three rays a sample, turned by the golden angle from sample to sample: neighbours together cover
 * the cone.
 */
const coneRays = 3
const coneTurn = 2.399963

/**
 * A slanted ray to a plane that leans by α is d · cos α / cos (25° − α) long. Up to half the cone's
 * angle that is never less than the straight d, so the cone need not be tried.
 */
const straightEnough = Math.cos(coneAngle / 2)

/** Where a ray leaves a medium. */
interface WayOut {
  mm: number
  triangle: number
}

/**
 * How far a ray runs through one medium (mm); undefined where it does not end before `far` or
 * starts in the other medium. Shells that overlap without being joined count as one body: each
 * shell the ray enters must be left again. For a start somewhere inside, `withinOthers` also checks
 * behind the end for shells that enclosed the start.
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

    // Coincident double walls: of two surfaces at one position, leaving counts before entering.
    const leaves = back || rays.cast(x, y, z, dx, dy, dz, distance, near, 'back')
    if (!leaves) {
      deeper++
      continue
    }

    if (deeper > 0) {
      deeper--
      continue
    }

    const { triangle } = rays.hit
    const mayBeEnclosed = withinOthers && scene.outlook.overlaps
    const isEnclosed = mayBeEnclosed && rays.cast(x, y, z, dx, dy, dz, near, Infinity) && rays.hit.back
    if (!isEnclosed) return { mm: distance, triangle }
  }

  return undefined
}

/**
 * The surface where a ray ends, if it faces the one with `normal` closely enough to make a wall or
 * a gap.
 */
function oppositeAt(
  scene: RayScene,
  { mm, triangle }: WayOut,
  normal: Vec3,
  direction: Vec3,
  minimum: number,
): Opposite | undefined {
  const other = scene.normalOf(triangle)
  const facing = -dot(normal, other)
  if (facing < minimum) return undefined

  const straightMm = Math.abs(mm * dot(other, direction)) / facing
  return { mm, facetMm: mm, straightMm, triangle, normal: other, facing }
}

/** The surface that faces a sample across empty space. */
export function gapAcross(scene: RayScene, sample: number, normal: Vec3): Opposite | undefined {
  const mm = f64(scene.outlook.distancesMm, sample)
  if (mm === Infinity) return undefined
  return oppositeAt(scene, { mm, triangle: u32(scene.outlook.triangles, sample) }, normal, normal, minFacing)
}

/**
 * The shortest way (mm) through the material to an opposing surface: straight across or within a
 * narrow cone around that, as in the shape diameter function. `turn` turns the cone's rays.
 * Undefined next to a corner and on an open sheet.
 */
export function wallAcross(scene: RayScene, at: Vec3, normal: Vec3, turn: number): Opposite | undefined {
  const inward = scale(normal, -1)
  const straight = wayOut(scene, 'wall', at, inward)
  let best = straight && oppositeAt(scene, straight, normal, inward, minFacing)
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
    const slanted = wayOut(scene, 'wall', at, direction, best?.mm)
    best = (slanted && oppositeAt(scene, slanted, normal, direction, minConeFacing)) ?? best
  }

  return best
}

/** The surface straight across from a point of the surface. */
export function acrossAt(scene: RayScene, medium: Medium, at: Vec3, normal: Vec3): Opposite | undefined {
  const direction = medium === 'wall' ? scale(normal, -1) : normal
  const way = wayOut(scene, medium, at, direction)
  return way && oppositeAt(scene, way, normal, direction, minFacing)
}

/**
 * Whether the two surfaces run together into a sharp edge near the point. That is a knife edge, or
 * the bottom of a V groove, not a thin wall or a narrow gap.
 *
 * Two planes that are t apart at p and lean by α meet at p + tangent · t / tan α. It is an edge if
 * the surface of p goes on for 0.8 of that distance, where a fifth of the thickness is left. The
 * opposite surface is not checked: it may go on under a notch.
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

/** Slightly turned off the axes of the drawing, in thicknesses. */
const supportOffsets = [
  [0.3, 0.1],
  [-0.1, 0.3],
  [-0.3, -0.1],
  [0.1, -0.3],
] as const

/** The point halfway across a wall or gap of `mm`, behind or before a point of the surface. */
export const middleAcross = (medium: Medium, at: Vec3, normal: Vec3, mm: number): Vec3 =>
  add(at, scale(normal, medium === 'wall' ? -mm / 2 : mm / 2))

/**
 * Whether the wall has about the same thickness a third of it to the sides, in two of four
 * directions. A single stray ray, through a crack or past a spike, fails this.
 */
export function hasSupport(scene: RayScene, medium: Medium, at: Vec3, normal: Vec3, mm: number): boolean {
  const middle = middleAcross(medium, at, normal, mm)
  const side = perpendicular(normal)
  const other = cross(normal, side)
  let agreeing = 0

  for (const [a, b] of supportOffsets) {
    const point = add(middle, add(scale(side, a * mm), scale(other, b * mm)))
    const there = thicknessAt(scene, medium, point, normal, 2 * mm)
    if (there !== undefined && there > 0.6 * mm && there < 1.5 * mm) agreeing++
  }

  return agreeing >= 2
}
