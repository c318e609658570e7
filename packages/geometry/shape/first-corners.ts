import { i32 } from '../math/typed-access.ts'
import type { GridPoints } from './grid-points.ts'

/**
 * The largest point, line, triangle or tetrahedron found, as grid points; its length minus one is
 * the dimension.
 */
export type FirstCorners = readonly [number] | readonly [number, number] | Triangle | Tetrahedron
export type Triangle = readonly [number, number, number]
export type Tetrahedron = readonly [number, number, number, number]

function extremePoints(cells: Int32Array): number[] {
  const extremes: number[] = []
  for (let axis = 0; axis < 3; axis++) {
    let low = 0
    let high = 0
    for (let p = 1; p < cells.length / 3; p++) {
      const value = i32(cells, 3 * p + axis)
      if (value < i32(cells, 3 * low + axis)) low = p
      if (value > i32(cells, 3 * high + axis)) high = p
    }

    extremes.push(low, high)
  }

  return extremes
}

function farthestBy(count: number, height: (point: number) => number): { point: number; height: number } {
  let best = { point: 0, height: -1 }
  for (let p = 0; p < count; p++) {
    const value = height(p)
    if (value > best.height) best = { point: p, height: value }
  }
  return best
}

/**
 * Where a hull starts: as many corners as the points have dimensions, far apart. At least one point
 * is needed. Points nearer to a line or plane than the rounding error count as on it.
 */
export function firstCornersOf({ cells, noiseCells }: GridPoints): FirstCorners {
  const at = (p: number): [number, number, number] => [i32(cells, 3 * p), i32(cells, 3 * p + 1), i32(cells, 3 * p + 2)]
  const count = cells.length / 3
  const extremes = extremePoints(cells)
  let a = 0
  let b = 0
  let longest = -1

  for (const p of extremes) {
    for (const q of extremes) {
      const from = at(p)
      const to = at(q)
      const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2])
      if (length > longest) {
        a = p
        b = q
        longest = length
      }
    }
  }

  if (longest <= 0) return [a]

  const [ax, ay, az] = at(a)
  const ux = at(b)[0] - ax
  const uy = at(b)[1] - ay
  const uz = at(b)[2] - az
  const fromLine = farthestBy(count, (p) => {
    const x = i32(cells, 3 * p) - ax
    const y = i32(cells, 3 * p + 1) - ay
    const z = i32(cells, 3 * p + 2) - az
    return Math.hypot(uy * z - uz * y, uz * x - ux * z, ux * y - uy * x) / longest
  })
  if (fromLine.height <= noiseCells) return [a, b]

  const c = fromLine.point
  const vx = at(c)[0] - ax
  const vy = at(c)[1] - ay
  const vz = at(c)[2] - az
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const length = Math.hypot(nx, ny, nz)
  const offPlane = (p: number) =>
    (nx * (i32(cells, 3 * p) - ax) + ny * (i32(cells, 3 * p + 1) - ay) + nz * (i32(cells, 3 * p + 2) - az)) / length
  const fromPlane = farthestBy(count, (p) => Math.abs(offPlane(p)))
  if (fromPlane.height <= noiseCells) return [a, b, c]

  return offPlane(fromPlane.point) < 0 ? [a, b, c, fromPlane.point] : [a, c, b, fromPlane.point]
}
