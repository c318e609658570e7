import type { Vector3 } from 'three'

/** Coordinates relative to `heart` instead of the file's origin, because floats have few digits. */
export function positionsAbout(positions: Float32Array, { x, y, z }: Vector3): Float32Array {
  const heart = [x, y, z]
  return positions.map((at, i) => at - (heart[i % 3] ?? 0))
}
