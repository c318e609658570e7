/**
 * Triangles with shared vertices, in millimetres. `positions` holds x, y, z of each vertex, `indices` three vertices of each
 * triangle, anticlockwise seen from outside. 32-bit floats, because STL has no more; sums are taken in 64 bits.
 */
export interface TriangleMesh {
  positions: Float32Array
  indices: Uint32Array
}

export const triangleCount = (mesh: TriangleMesh): number => mesh.indices.length / 3
