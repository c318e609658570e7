import type { box } from '@cotation/geometry/solids'

type TriangleMesh = ReturnType<typeof box>

/** The nine coordinates of each triangle. */
function* triangles({ positions, indices }: TriangleMesh): Generator<number[]> {
  for (let t = 0; t < indices.length; t += 3) {
    yield [0, 1, 2].flatMap((corner) => {
      const at = 3 * (indices[t + corner] as number)
      return [...positions.subarray(at, at + 3)]
    })
  }
}

/** Like exporters that write colours into the two attribute bytes. */
export function colouredBinaryStl(mesh: TriangleMesh, header: string): Uint8Array {
  const bytes = new Uint8Array(84 + (50 * mesh.indices.length) / 3)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(header).subarray(0, 80))
  view.setUint32(80, mesh.indices.length / 3, true)

  let at = 84
  for (const corners of triangles(mesh)) {
    corners.forEach((value, i) => {
      view.setFloat32(at + 12 + 4 * i, value, true)
    })
    view.setUint16(at + 48, 0x8000 | (at & 0x7fff), true)
    at += 50
  }

  return bytes
}

/** Indented and with exponents, like many exporters. */
export function indentedAsciiStl(mesh: TriangleMesh, name: string, lineEnd: string): Uint8Array {
  const lines = [`solid ${name}`]
  for (const corners of triangles(mesh)) {
    const c = corners.map((value) => value.toExponential(6))
    lines.push('  facet normal 0.0e+00 0.0e+00 1.0e+00', '    outer loop')
    for (let i = 0; i < 9; i += 3) lines.push(`      vertex ${c[i]} ${c[i + 1]} ${c[i + 2]}`)
    lines.push('    endloop', '  endfacet')
  }

  lines.push(`endsolid ${name}`, '')
  return new TextEncoder().encode(lines.join(lineEnd))
}
