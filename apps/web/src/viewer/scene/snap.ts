import { dot, type Vec3 } from '@cotation/geometry'
import { axesOf } from '#viewer/camera/camera.ts'
import type { Viewport } from '#viewer/scene/viewer-messages.ts'

/** Snap targets: the corners among the ends of the lines (six numbers each), and the lines. */
export interface SnapTargets {
  lines: Float32Array
  corners: Float32Array
}

/**
 * Lines that meet at a smaller angle than this (as a cosine) are pieces of one curve, not a corner.
 */
const straightOn = Math.cos((25 * Math.PI) / 180)

/** The points where lines meet at an angle, or where a line ends alone. */
export function cornersAmong(lines: Float32Array): Float32Array {
  const ways = new Map<string, { at: Vec3; along: Vec3[] }>()
  for (let i = 0; i < lines.length; i += 3) {
    const other = i % 6 === 0 ? i + 3 : i - 3
    const at: Vec3 = [lines[i] as number, lines[i + 1] as number, lines[i + 2] as number]
    const to = [
      (lines[other] as number) - at[0],
      (lines[other + 1] as number) - at[1],
      (lines[other + 2] as number) - at[2],
    ]
    const length = Math.hypot(...to)
    if (!(length > 0)) continue

    const along = to.map((part) => part / length) as unknown as Vec3
    const met = ways.get(at.join())
    if (met) met.along.push(along)
    else ways.set(at.join(), { at, along: [along] })
  }

  const isCorner = (along: readonly Vec3[]) => {
    const [first, ...rest] = along
    if (!first) return false

    // The two faces at an edge give the same line twice, so directions are counted: a curve has
    // two.
    const onward = rest.filter((way) => dot(way, first) < straightOn)
    return onward.length === 0 || onward.some((way) => dot(way, first) > -straightOn)
  }

  return Float32Array.from([...ways.values()].flatMap(({ at, along }) => (isCorner(along) ? at : [])))
}

export interface SnapPoint {
  at: Vec3
  on: 'corner' | 'edge'
  px: number
}

/**
 * All targets within `withinPx` of a pixel, also hidden ones: corners first, then edges, each
 * nearest first.
 */
export function snapPoints(
  { lines, corners }: SnapTargets,
  { camera, size }: Pick<Viewport, 'camera' | 'size'>,
  [x, y]: readonly [number, number],
  withinPx: number,
): SnapPoint[] {
  const { right, up } = axesOf(camera)
  const pxPerMm = size.height / camera.heightMm
  const [cx, cy, cz] = camera.centre
  const across = (from: Float32Array, i: number) => size.width / 2 - x + pxPerMm * scalar(right, from, i, cx, cy, cz)
  const down = (from: Float32Array, i: number) => size.height / 2 - y - pxPerMm * scalar(up, from, i, cx, cy, cz)
  const found: SnapPoint[] = []

  for (let i = 0; i < corners.length; i += 3) {
    const px = Math.hypot(across(corners, i), down(corners, i))
    if (px <= withinPx) found.push({ at: vectorAt(corners, i), on: 'corner', px })
  }

  for (let i = 0; i < lines.length; i += 6) {
    const ax = across(lines, i)
    const ay = down(lines, i)
    const bx = across(lines, i + 3) - ax
    const by = down(lines, i + 3) - ay
    const square = bx * bx + by * by
    const share = square > 0 ? Math.max(0, Math.min(1, -(ax * bx + ay * by) / square)) : 0
    const px = Math.hypot(ax + share * bx, ay + share * by)
    if (px > withinPx) continue

    const a = vectorAt(lines, i)
    const b = vectorAt(lines, i + 3)
    const mix = (k: 0 | 1 | 2) => a[k] + (b[k] - a[k]) * share
    found.push({ at: [mix(0), mix(1), mix(2)], on: 'edge', px })
  }

  return found.sort((one, other) => {
    if (one.on === other.on) return one.px - other.px
    return one.on === 'corner' ? -1 : 1
  })
}

const vectorAt = (from: Float32Array, i: number): Vec3 => [
  from[i] as number,
  from[i + 1] as number,
  from[i + 2] as number,
]

const scalar = (axis: Vec3, from: Float32Array, i: number, x: number, y: number, z: number): number =>
  axis[0] * ((from[i] as number) - x) +
  axis[1] * ((from[i + 1] as number) - y) +
  axis[2] * ((from[i + 2] as number) - z)
