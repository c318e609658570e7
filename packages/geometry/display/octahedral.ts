/**
 * Directions are stored as points of an octahedron that is unfolded into a square with this many steps
 * per side. The number is even, so that the directions of the axes are exact.
 */
export const directionSteps = 1022

const stepOf = (share: number): number => Math.round(((share + 1) / 2) * directionSteps)

/** Maps the lower half of the octahedron to the corners of the square, and back. */
const folded = (share: number, other: number): number => (1 - Math.abs(other)) * (share < 0 ? -1 : 1)

/** The two steps of a direction; a zero vector points up. */
export function octahedral(x: number, y: number, z: number): [u: number, v: number] {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z)
  if (!(sum > 0)) return [stepOf(0), stepOf(0)]
  const u = x / sum
  const v = y / sum
  return z >= 0 ? [stepOf(u), stepOf(v)] : [stepOf(folded(u, v)), stepOf(folded(v, u))]
}

/** Writes the unit vector of two steps into `to`, at `at`. */
export function directionFrom(uStep: number, vStep: number, to: Float32Array, at: number): void {
  const u = (2 * uStep) / directionSteps - 1
  const v = (2 * vStep) / directionSteps - 1
  const z = 1 - Math.abs(u) - Math.abs(v)
  const [x, y] = z >= 0 ? [u, v] : [folded(u, v), folded(v, u)]
  const length = Math.hypot(x, y, z) || 1

  to[at] = x / length
  to[at + 1] = y / length
  to[at + 2] = z / length
}
