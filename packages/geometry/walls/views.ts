import type { Vec3 } from '../math/vector.ts'

/** How a direction sees a sample: along the surface, or from in front of it. */
export const beside = 1
export const facing = 2

/** What each direction of a tool sees of the surface. */
export interface Views {
  directions: Vec3[]
  /** Samples used, with their share of the area. */
  picks: number[]
  weights: Float64Array
  /** For each direction and pick: 0 hidden, `beside` or `facing`. */
  seen: Uint8Array[]
  /** For each pick: 1 on the flanks of a thread, which taps, dies and thread mills cut. */
  threaded: Uint8Array
  /** Stride through the samples. */
  every: number
}
