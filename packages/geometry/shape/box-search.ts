import { f64 } from '../math/typed-access.ts'
import { add, cross, scale, unit, type Vec3 } from '../math/vector.ts'
import { step, type Watch } from '../model/watch.ts'
import { boxCandidates } from './box-candidates.ts'
import type { ConvexHull } from './convex-hull.ts'
import { axesAlong } from './smallest-rectangle.ts'

export type Axes = readonly [Vec3, Vec3, Vec3]

/** Larger hulls are searched on their outermost points in this many directions. */
const directionBudget = 300

/** How many of the best candidates are refined, by the number of points that each step visits. */
const startsFor = (points: number): number => Math.max(5, Math.min(24, Math.floor(2400 / points)))
const cutRounds = 6

/** A relative gain in volume that is worth another search. */
const gain = 1e-5

/** The axes of the file. */
export const upright: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** Offsets of the first and the last point along a direction. */
function extremesAlong(points: Float64Array, x: number, y: number, z: number): { low: number; high: number } {
  let low = 0
  let high = 0
  let lowest = Infinity
  let highest = -Infinity

  for (let i = 0; i < points.length; i += 3) {
    const value = f64(points, i) * x + f64(points, i + 1) * y + f64(points, i + 2) * z
    if (value < lowest) {
      lowest = value
      low = i
    }

    if (value > highest) {
      highest = value
      high = i
    }
  }

  return { low, high }
}

function spanAlong(points: Float64Array, [x, y, z]: Vec3): number {
  const { low, high } = extremesAlong(points, x, y, z)
  return (
    (f64(points, high) - f64(points, low)) * x +
    (f64(points, high + 1) - f64(points, low + 1)) * y +
    (f64(points, high + 2) - f64(points, low + 2)) * z
  )
}

const boxVolume = (axes: Axes, points: Float64Array): number =>
  spanAlong(points, axes[0]) * spanAlong(points, axes[1]) * spanAlong(points, axes[2])

function gathered(points: Float64Array, chosen: ReadonlySet<number>): Float64Array {
  const few = new Float64Array(3 * chosen.size)
  let at = 0
  for (const i of chosen) {
    few.set(points.subarray(i, i + 3), at)
    at += 3
  }
  return few
}

/**
 * The points that are farthest in one of many directions spread over the sphere (Fibonacci spiral).
 */
function outermost(points: Float64Array): Set<number> {
  const chosen = new Set<number>()
  if (points.length <= 6 * directionBudget) {
    for (let i = 0; i < points.length; i += 3) chosen.add(i)
    return chosen
  }

  for (let k = 0; k < directionBudget; k++) {
    const z = 1 - (k + 0.5) / directionBudget
    const ring = Math.sqrt(1 - z * z)
    const angle = k * Math.PI * (3 - Math.sqrt(5))
    const { low, high } = extremesAlong(points, ring * Math.cos(angle), ring * Math.sin(angle), z)
    chosen.add(low).add(high)
  }

  return chosen
}

/** The axes turned about their k-th by `angle` radians. */
function turnedAbout(axes: Axes, k: number, angle: number): Axes {
  const i = (k + 1) % 3
  const j = (k + 2) % 3
  const turned = [...axes] as [Vec3, Vec3, Vec3]
  turned[i] = unit(add(scale(axes[i] as Vec3, Math.cos(angle)), scale(axes[j] as Vec3, Math.sin(angle))))
  turned[j] = cross(turned[k] as Vec3, turned[i] as Vec3)
  return turned
}

/**
 * The smallest volume near the given axes: flush with the hull about each axis in turn, then small
 * turns as long as they help.
 */
function refined(start: Axes, points: Float64Array): { axes: Axes; volume: number } {
  let best = start
  let smallest = boxVolume(start, points)
  const take = (axes: Axes): boolean => {
    const volume = boxVolume(axes, points)
    if (!(volume < smallest * (1 - 1e-9))) return false
    best = axes
    smallest = volume
    return true
  }
  const flush = () => {
    for (let round = 0; round < 4; round++) {
      let helped = false
      for (let k = 0; k < 3; k++) helped = take(axesAlong(best[k] as Vec3, points)) || helped
      if (!helped) break
    }
  }
  flush()

  for (let angle = 0.05, tries = 0; angle > 1e-5 && tries < 40; tries++) {
    let helped = false
    for (let k = 0; k < 3; k++) {
      helped = take(turnedAbout(best, k, angle)) || take(turnedAbout(best, k, -angle)) || helped
    }
    if (!helped) angle /= 3
  }

  flush()
  return { axes: best, volume: smallest }
}

/** Axes of a box of (nearly) minimal volume around a solid hull; equal inputs give equal axes. */
export function smallestBoxAxes(hull: ConvexHull, watch: Watch): Axes {
  const chosen = outermost(hull.points)
  const few = gathered(hull.points, chosen)
  step(watch, 'measuring', 0.5)

  const starts = boxCandidates(hull.points, hull.triangles).map((axis) => {
    const axes = axesAlong(axis, few)
    return { axes, volume: boxVolume(axes, few) }
  })
  starts.sort((p, q) => p.volume - q.volume)
  step(watch, 'measuring', 0.7)

  let best = upright

  // Prefers the axes as drawn unless others are clearly better: rounding must not turn a cube.
  let smallest = boxVolume(upright, hull.points) * (1 - gain)
  for (const start of [upright, ...starts.slice(0, startsFor(chosen.size)).map(({ axes }) => axes)]) {
    let axes = start

    // A box found on a few points may cut others off: those are added, and the search goes on while
    // it can still gain.
    for (let round = 0; round < cutRounds; round++) {
      const near = refined(axes, gathered(hull.points, chosen))
      axes = near.axes
      if (near.volume > smallest * (1 - gain)) break

      const volume = boxVolume(axes, hull.points)
      if (volume < smallest) {
        best = axes
        smallest = volume
      }
      if (volume < near.volume * (1 + gain)) break

      for (const [x, y, z] of axes) {
        const { low, high } = extremesAlong(hull.points, x, y, z)
        chosen.add(low).add(high)
      }
    }

    step(watch, 'measuring', 0.8)
  }

  return best
}
