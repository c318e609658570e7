import { f32, f64 } from './typed-access.ts'

export type Vec3 = readonly [x: number, y: number, z: number]

export interface Box {
  min: Vec3
  max: Vec3
}

/** Three numbers of a flat array, from index `i` on. */
export const vec3At = (values: Float64Array, i: number): Vec3 => [
  f64(values, i),
  f64(values, i + 1),
  f64(values, i + 2),
]

/** The same for 32-bit floats: one function for each kind of array, as `typed-access.ts` explains. */
export const vec3AtF32 = (values: Float32Array, i: number): Vec3 => [
  f32(values, i),
  f32(values, i + 1),
  f32(values, i + 2),
]

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec3, factor: number): Vec3 => [a[0] * factor, a[1] * factor, a[2] * factor]
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

export const lengthOf = (a: Vec3): number => Math.hypot(a[0], a[1], a[2])
export const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Below this length its inverse is infinite. */
const minLength = 1e-300

/** Unit vector of `a`; the x axis if `a` has no direction, so that degenerate faces give no NaN. */
export function unit(a: Vec3): Vec3 {
  const length = lengthOf(a)
  return length > minLength ? scale(a, 1 / length) : [1, 0, 0]
}

/** Any unit vector at a right angle to the unit vector `a`. */
export const perpendicular = (a: Vec3): Vec3 => unit(Math.abs(a[0]) < 0.9 ? cross(a, [1, 0, 0]) : cross(a, [0, 1, 0]))

export const sizeOf = (box: Box): Vec3 => subtract(box.max, box.min)
