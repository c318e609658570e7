import { expect, it } from 'vitest'
import { featureEdges } from './feature-edges.ts'

/**
 * Two triangles of a square; with `folded`, as a display mesh has them where they meet at a sharp
 * edge.
 */
function square(folded: boolean) {
  const corners = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ]
  const own = folded ? [...corners, corners[0], corners[2]] : corners

  return {
    positions: Float32Array.from(own.flatMap((corner) => corner ?? [])),
    indices: Uint32Array.from(folded ? [0, 1, 2, 4, 5, 3] : [0, 1, 2, 0, 2, 3]),
  }
}

const lengths = (lines: Float32Array) =>
  Array.from({ length: lines.length / 6 }, (_, i) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = lines.subarray(6 * i, 6 * i + 6)
    return Math.hypot(a - d, b - e, c - f)
  })

it('draws the border of a smooth face, but not the lines inside of it', () => {
  expect(lengths(featureEdges(square(false)))).toEqual([1, 1, 1, 1])
})

it('draws an edge at which the vertices are split', () => {
  const found = lengths(featureEdges(square(true)))
  expect(found).toHaveLength(6)
  expect(found.filter((length) => length > 1.4)).toHaveLength(2)
})

it('draws nothing for an empty mesh', () => {
  expect(featureEdges({ positions: new Float32Array(), indices: new Uint32Array() })).toHaveLength(0)
})
