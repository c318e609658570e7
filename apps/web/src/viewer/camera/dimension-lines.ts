import type { Box, Vec3 } from '@cotation/geometry'
import { type Camera, cornersOf, middleOf, type PictureSize, toPixels } from './camera.ts'

export interface DimensionLine {
  axis: 0 | 1 | 2
  lengthMm: number
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  /** Position of the figure, outside of the part. */
  label: readonly [x: number, y: number]
}

/** Shorter lines are seen end-on and have no room for a figure. */
const minLinePx = 12

/**
 * From the line to the centre of its figure: below a line, and farther beside one, as figures are
 * wide.
 */
const belowPx = 18
const besidePx = 36

type Point = readonly [number, number]
const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

/** Both ends of each of the four sides of the box along an axis. */
function sidesAlong(box: Box, axis: 0 | 1 | 2): [Vec3, Vec3][] {
  const bit = 1 << axis
  const corners = cornersOf(box)
  return corners.flatMap((corner, i): [Vec3, Vec3][] => {
    const end = corners[i | bit]
    return i & bit || !end ? [] : [[corner, end]]
  })
}

/**
 * The size of the box along x, y and z, each on one edge as on a drawing: on the outline, below the
 * part if possible. Lines seen end-on are omitted.
 */
export function dimensionLines(box: Box, camera: Camera, size: PictureSize): DimensionLine[] {
  const centre = toPixels(middleOf(box), camera, size)
  return ([0, 1, 2] as const).flatMap((axis) => {
    const lines = sidesAlong(box, axis).map(([a, b]) => ({
      from: toPixels(a, camera, size),
      to: toPixels(b, camera, size),
    }))

    // The farthest from the centre is on the outline; of equal ones the lower, then the left one.
    const rank = ({ from, to }: { from: Point; to: Point }) => {
      const [x, y] = middle(from, to)
      return Math.hypot(x - centre[0], y - centre[1]) + (y - centre[1]) * 0.5 - (x - centre[0]) * 0.05
    }
    const best = lines.reduce((one, other) => (rank(other) > rank(one) + 1e-6 ? other : one))
    const length = Math.hypot(best.to[0] - best.from[0], best.to[1] - best.from[1])
    if (length < minLinePx) return []

    return [{ axis, lengthMm: box.max[axis] - box.min[axis], ...best, label: outside(best.from, best.to, centre) }]
  })
}

/** A point beside the middle of the line, on the side away from the part. */
function outside(from: Point, to: Point, centre: Point): Point {
  const [x, y] = middle(from, to)
  const alongX = to[0] - from[0]
  const alongY = to[1] - from[1]
  const length = Math.hypot(alongX, alongY) || 1
  const normalX = -alongY / length
  const normalY = alongX / length
  const side = normalX * (x - centre[0]) + normalY * (y - centre[1]) < 0 ? -1 : 1
  const awayPx = belowPx + (besidePx - belowPx) * Math.abs(normalX)

  return [x + side * normalX * awayPx, y + side * normalY * awayPx]
}
