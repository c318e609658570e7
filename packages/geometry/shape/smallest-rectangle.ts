import { f64, u32 } from '../math/typed-access.ts'
import { cross, dot, perpendicular, unit, type Vec3, vec3At } from '../math/vector.ts'

const keyStep = 2 ** 21

/**
 * Indices of the points sorted by x. Numbers with the index in their low bits sort natively, three
 * times as fast as with a comparison function.
 */
function sortedByX(flat: Float64Array): Uint32Array {
  let low = Infinity
  let high = -Infinity
  for (let i = 0; i < flat.length; i += 2) {
    low = Math.min(low, f64(flat, i))
    high = Math.max(high, f64(flat, i))
  }

  const scale = high > low ? 2 ** 31 / (high - low) : 0
  const keys = new Float64Array(flat.length / 2)
  for (let i = 0; i < keys.length; i++) keys[i] = Math.floor((f64(flat, 2 * i) - low) * scale) * keyStep + i
  keys.sort()

  const sorted = new Uint32Array(keys.length)
  for (let i = 0; i < sorted.length; i++) sorted[i] = f64(keys, i) % keyStep

  return sorted
}

/**
 * Corners of the convex polygon around points of the plane (x, y each), anticlockwise: Andrew's
 * monotone chains. Points whose x agree to 2^-31 of the width may come in any sequence, which moves
 * the polygon by no more than that.
 */
function polygonAround(flat: Float64Array): Float64Array {
  const count = flat.length / 2
  const sorted = sortedByX(flat)
  const kept = new Float64Array(4 * count + 4)
  let size = 0
  const chain = (from: number, to: number, by: number): void => {
    const first = size
    for (let i = from; i !== to; i += by) {
      const x = f64(flat, 2 * u32(sorted, i))
      const y = f64(flat, 2 * u32(sorted, i) + 1)
      while (size - first > 1) {
        const bx = f64(kept, 2 * size - 2)
        const by2 = f64(kept, 2 * size - 1)
        const ax = f64(kept, 2 * size - 4)
        const ay = f64(kept, 2 * size - 3)
        if ((bx - ax) * (y - ay) - (by2 - ay) * (x - ax) > 0) break
        size--
      }

      kept[2 * size] = x
      kept[2 * size++ + 1] = y
    }

    size--
  }

  chain(0, count, 1)
  chain(count - 1, -1, -1)

  return kept.subarray(0, 2 * Math.max(size, 1))
}

/**
 * The direction (cosine, sine) of a side of the smallest-area rectangle around a convex polygon:
 * rotating calipers.
 */
function smallestRectangleDirection(polygon: Float64Array): readonly [number, number] {
  const count = polygon.length / 2
  const x = (i: number) => f64(polygon, 2 * (i % count))
  const y = (i: number) => f64(polygon, 2 * (i % count) + 1)
  let best: readonly [number, number] = [1, 0]
  let smallest = Infinity

  // Farthest along the side, across it and against it. Each only moves forward, so all sides
  // together take 4 rounds.
  let along = 0
  let across = 0
  let back = 0
  for (let i = 0; i < count; i++) {
    const sx = x(i + 1) - x(i)
    const sy = y(i + 1) - y(i)
    const length = Math.hypot(sx, sy)
    if (!(length > 0)) continue

    const cx = sx / length
    const cy = sy / length
    const reach = (j: number) => x(j) * cx + y(j) * cy
    const height = (j: number) => y(j) * cx - x(j) * cy

    along = Math.max(along, i)
    while (along < i + count && reach(along + 1) > reach(along)) along++
    across = Math.max(across, along)
    while (across < i + count && height(across + 1) > height(across)) across++
    back = Math.max(back, across)
    while (back < i + count && reach(back + 1) < reach(back)) back++

    const area = (reach(along) - reach(back)) * (height(across) - height(i))
    if (area < smallest) {
      smallest = area
      best = [cx, cy]
    }
  }

  return best
}

/**
 * Right-handed axes whose first is the unit vector `axis`, the others along the smallest rectangle
 * around the projected points.
 */
export function axesAlong(axis: Vec3, points: Float64Array): readonly [Vec3, Vec3, Vec3] {
  const u = perpendicular(axis)
  const v = cross(axis, u)
  const flat = new Float64Array((2 * points.length) / 3)
  for (let i = 0; i < points.length / 3; i++) {
    const point: Vec3 = vec3At(points, 3 * i)
    flat[2 * i] = dot(point, u)
    flat[2 * i + 1] = dot(point, v)
  }

  const [c, s] = smallestRectangleDirection(polygonAround(flat))
  const second = unit([u[0] * c + v[0] * s, u[1] * c + v[1] * s, u[2] * c + v[2] * s])
  return [axis, second, cross(axis, second)]
}
