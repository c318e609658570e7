import { add, cross, dot, lengthOf, perpendicular, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import { type Medium, middleAcross, thicknessAt, wayOut } from './probe.ts'
import type { RayScene } from './ray-scene.ts'

/** A wall (or, in empty space, a groove) at one point of its middle plane. */
interface Slab {
  scene: RayScene
  medium: Medium
  middle: Vec3
  normal: Vec3
  /** Its thickness. */
  mm: number
}

/**
 * How a slab goes on in one direction: to its free end, into something wider (its root), or out
 * through its side because it bends or is a wedge.
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

const maxSteps = 12
const lines = 6
const maxUprights = 4

function exitOf({ scene, medium, middle }: Slab, direction: Vec3): Exit | undefined {
  const out = wayOut(scene, medium, middle, direction, Infinity, true)
  return out && { mm: out.mm, normal: scene.normalOf(out.triangle) }
}

/**
 * How far the slab keeps its thickness along `direction`. In the material the free end is where the
 * line leaves it; in a groove that is the floor.
 */
function reachOf({ scene, medium, middle, normal, mm }: Slab, direction: Vec3, out: Exit | undefined): Reach {
  const limit = 1.6 * mm
  const thicknessAfter = (distance: number): number | undefined =>
    thicknessAt(scene, medium, add(middle, scale(direction, distance)), normal, 2 * limit)
  const keeps = (distance: number): boolean => {
    const there = thicknessAfter(distance)
    return there !== undefined && there <= limit
  }

  const exit = out?.mm ?? Infinity

  // Next to the end, but not so near that rounding decides on which side of the surface the probe
  // is.
  const last = Math.min(exit - Math.min(0.1 * mm, 0.1 * exit), scene.diagonalMm)

  // Growing steps to the first point where it is too thick.
  let good = 0
  let bad = Infinity
  for (let distance = mm / 2, k = 0; k < 2 * maxSteps && distance < last; k++) {
    if (!keeps(distance)) {
      bad = distance
      break
    }
    good = distance
    distance += Math.max(mm / 2, distance / 4)
  }

  if (bad === Infinity && keeps(last)) {
    const endsHeadOn = out !== undefined && Math.abs(dot(out.normal, direction)) > 0.5
    return { mm: exit, end: endsHeadOn ? 'free' : 'side' }
  }

  // Bisection between the last good and the first bad point.
  bad = Math.min(bad, last)
  for (let k = 0; k < maxSteps && bad - good > 0.002 * mm; k++) {
    const between = (good + bad) / 2
    if (keeps(between)) good = between
    else bad = between
  }

  // A wedge gets thicker too, but slowly: a root is twice as thick one thickness farther on.
  const beyond = thicknessAfter(bad + Math.min(mm, (last - bad) / 2))
  return { mm: (good + bad) / 2, end: beyond === undefined || beyond > 2 * mm ? 'root' : 'side' }
}

/**
 * Directions within the slab that run straight against its ends. Lines found by turning alone would
 * be up to 3 % too long, more near a corner.
 */
class Uprights {
  readonly directions: Vec3[] = []
  readonly #normal: Vec3

  constructor(normal: Vec3) {
    this.#normal = normal
  }

  add(exitNormal: Vec3 | undefined): void {
    if (!exitNormal || this.directions.length >= maxUprights) return

    const flat = subtract(exitNormal, scale(this.#normal, dot(exitNormal, this.#normal)))
    if (lengthOf(flat) < 0.5) return

    const upright = unit(flat)
    const isNew = this.directions.every((known) => Math.abs(dot(known, upright)) < 0.999)
    if (isNew) this.directions.push(upright)
  }
}

/** Directions within the slab, turned evenly over half a circle. */
function turnedDirections(normal: Vec3): Vec3[] {
  const side = perpendicular(normal)
  const other = cross(normal, side)
  return Array.from({ length: lines }, (_, k) => {
    const turn = (Math.PI * k) / lines
    return add(scale(side, Math.cos(turn)), scale(other, Math.sin(turn)))
  })
}

/** Length (mm) of the slab along a line from a free end to a root; undefined for other ends. */
function heightAlong(slab: Slab, direction: Vec3): number | undefined {
  const back = scale(direction, -1)
  const ahead = reachOf(slab, direction, exitOf(slab, direction))
  if (ahead.end === 'side') return undefined

  const behind = reachOf(slab, back, exitOf(slab, back))
  if (ahead.end === behind.end || behind.end === 'side') return undefined

  return ahead.mm + behind.mm
}

/**
 * Height (mm) of a wall above its root, or depth of a groove below its mouth, at a point of its
 * side: the shortest line within its middle plane that runs straight from a free end to a root. A
 * slanted one could cut off the corner of a wall, or run along a rib. Undefined where the slab is
 * held on both ends or on none, like a plate.
 */
export function standingHeightMm(
  scene: RayScene,
  medium: Medium,
  at: Vec3,
  normal: Vec3,
  mm: number,
): number | undefined {
  const slab: Slab = { scene, medium, middle: middleAcross(medium, at, normal, mm), normal, mm }
  const turned = turnedDirections(normal)
  const uprights = new Uprights(normal)
  for (const direction of turned) {
    uprights.add(exitOf(slab, direction)?.normal)
    uprights.add(exitOf(slab, scale(direction, -1))?.normal)
  }

  const straight = uprights.directions.length > 0 ? uprights.directions : turned
  const heights = straight.flatMap((direction) => heightAlong(slab, direction) ?? [])
  return heights.length > 0 ? Math.min(...heights) : undefined
}
