/**
 * Triangles with shared vertices, in millimetres. `positions` holds x, y, z of each vertex,
 * `indices` the three vertices of each triangle, anticlockwise seen from outside. 32-bit floats
 * like STL; sums are computed in 64 bits.
 */
export interface TriangleMesh {
  positions: Float32Array
  indices: Uint32Array
}

export const triangleCount = (mesh: TriangleMesh): number => mesh.indices.length / 3
