import type { Vector3 } from 'three'

/** Coordinates from `heart` instead of the file's origin: floats are short. */
export function positionsAbout(positions: Float32Array, { x, y, z }: Vector3): Float32Array {
  const heart = [x, y, z]
  return positions.map((at, i) => at - (heart[i % 3] ?? 0))
}
