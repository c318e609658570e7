import type { TriangleMesh } from '../model/triangle-mesh.ts'

const coordinates = (mesh: TriangleMesh, triangle: number): number[] =>
  [0, 1, 2].flatMap((corner) => {
    const vertex = 3 * (mesh.indices[3 * triangle + corner] ?? 0)
    return [mesh.positions[vertex] ?? 0, mesh.positions[vertex + 1] ?? 0, mesh.positions[vertex + 2] ?? 0]
  })

/** The mesh as a binary STL file; normals are left zero, as many exporters do. */
export function binaryStl(mesh: TriangleMesh, header = 'cotation'): Uint8Array {
  const triangles = mesh.indices.length / 3
  const bytes = new Uint8Array(84 + 50 * triangles)
  const view = new DataView(bytes.buffer)

  bytes.set(new TextEncoder().encode(header).subarray(0, 80))
  view.setUint32(80, triangles, true)

  for (let t = 0; t < triangles; t++) {
    coordinates(mesh, t).forEach((value, i) => {
      view.setFloat32(84 + 50 * t + 12 + 4 * i, value, true)
    })
  }

  return bytes
}

/** The mesh as an ASCII STL file; 9 significant digits carry a 32-bit float exactly. */
export function asciiStl(mesh: TriangleMesh, { name = 'cotation', lineEnd = '\n' } = {}): Uint8Array {
  const lines = [`solid ${name}`]
  for (let t = 0; t < mesh.indices.length / 3; t++) {
    const c = coordinates(mesh, t).map((value) => value.toPrecision(9))
    lines.push('facet normal 0 0 0', 'outer loop')
    for (let i = 0; i < 9; i += 3) lines.push(`vertex ${c[i]} ${c[i + 1]} ${c[i + 2]}`)
    lines.push('endloop', 'endfacet')
  }

  lines.push(`endsolid ${name}`, '')
  return new TextEncoder().encode(lines.join(lineEnd))
}
