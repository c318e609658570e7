import { item } from './typed-access.ts'
export interface Circle {
  x: number
  y: number
  radius: number
}

/** Kåsa's linear circle fit to x, y, x, y, …: exact for points on a circle, undefined on a line. */
export function circleThrough(flat: ArrayLike<number>): Circle | undefined {
  const count = flat.length >> 1
  if (count < 3) return undefined

  let mx = 0
  let my = 0
  for (let i = 0; i < count; i++) {
    mx += item(flat, 2 * i) / count
    my += item(flat, 2 * i + 1) / count
  }

  let uu = 0
  let uv = 0
  let vv = 0
  let up = 0
  let vp = 0
  let square = 0

  for (let i = 0; i < count; i++) {
    const u = item(flat, 2 * i) - mx
    const v = item(flat, 2 * i + 1) - my
    const s = u * u + v * v

    uu += u * u
    uv += u * v
    vv += v * v
    up += (u * s) / 2
    vp += (v * s) / 2
    square += s
  }

  const determinant = uu * vv - uv * uv
  if (!(determinant > 1e-14 * square * square)) return undefined

  const x = (up * vv - vp * uv) / determinant
  const y = (vp * uu - up * uv) / determinant
  return { x: x + mx, y: y + my, radius: Math.sqrt(x * x + y * y + square / count) }
}
