import type { DisplayMesh } from '@cotation/geometry'

/**
 * Ends of the lines to draw, six numbers each. A display mesh duplicates the vertices along sharp
 * edges and borders of faces, so a side of a triangle that no other triangle shares is such an
 * edge.
 */
export function featureEdges({ positions, indices }: Pick<DisplayMesh, 'positions' | 'indices'>): Float32Array {
  const vertices = positions.length / 3
  const keys = new Float64Array(indices.length)
  for (let i = 0; i < indices.length; i++) {
    const a = indices[i] as number
    const b = indices[i % 3 === 2 ? i - 2 : i + 1] as number
    keys[i] = Math.min(a, b) * vertices + Math.max(a, b)
  }

  keys.sort()

  const lines = new Float32Array(6 * keys.length)
  let used = 0
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as number
    if (key === keys[i - 1] || key === keys[i + 1]) continue
    const b = key % vertices
    const a = (key - b) / vertices
    lines.set(positions.subarray(3 * a, 3 * a + 3), used)
    lines.set(positions.subarray(3 * b, 3 * b + 3), used + 3)
    used += 6
  }

  return lines.slice(0, used)
}
