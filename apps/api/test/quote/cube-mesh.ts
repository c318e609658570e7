import { encodeMesh } from '@cotation/geometry'

/** A cube of 10 mm with the vertices of its sides apart, as display meshes have them. */
export function cubeMesh(): Uint8Array {
  const sides = [0, 1, 2].flatMap((axis) => [0, 1].map((end) => ({ axis, end })))
  const corners = sides.flatMap(({ axis, end }) =>
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([u = 0, v = 0]) => {
      const point = [0, 0, 0]
      point[axis] = 10 * end
      point[(axis + 1) % 3] = 10 * u
      point[(axis + 2) % 3] = 10 * v
      return { point, normal: [0, 1, 2].map((one) => (one === axis ? 2 * end - 1 : 0)) }
    }),
  )
  const indices = sides.flatMap(({ end }, side) =>
    (end === 1 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2]).map((corner) => 4 * side + corner),
  )
  return encodeMesh({
    positions: Float32Array.from(corners.flatMap(({ point }) => point)),
    normals: Float32Array.from(corners.flatMap(({ normal }) => normal)),
    indices: Uint32Array.from(indices),
    groups: Uint32Array.from(sides.flatMap((_, side) => [side, 6 * side, 6])),
  })
}
