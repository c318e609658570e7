import type { Box, DisplayMesh } from '@cotation/geometry'

/** The bounding box of a mesh in mm, where no other facts of the part are known. */
export function meshBox({ positions }: DisplayMesh): Box {
  const low: [number, number, number] = [Infinity, Infinity, Infinity]
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const [i, value] of positions.entries()) {
    const axis = (i % 3) as 0 | 1 | 2
    low[axis] = Math.min(low[axis], value)
    high[axis] = Math.max(high[axis], value)
  }

  return { min: low, max: high }
}
