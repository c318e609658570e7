import { cross, type DisplayMesh, subtract, unit, type Vec3 } from '@cotation/geometry'

interface Triangles {
  positions: Float32Array
  indices: Uint32Array
}

/** The nearest of the six main directions: `+x`, `-z` … */
export function sideOf(normal: Vec3): string {
  const axis = normal.reduce((most, part, k) => (Math.abs(part) > Math.abs(normal[most as 0]) ? k : most), 0)
  return `${(normal[axis as 0] ?? 0) > 0 ? '+' : '-'}${'xyz'[axis]}`
}

/**
 * A solid as a mesh to show. Triangles that `nameOf` gives the same name are one face, numbered as
 * the names first come. Faces share no vertices, like those of real parts.
 */
export function shownMesh({ positions, indices }: Triangles, nameOf: (normal: Vec3) => string = sideOf) {
  const point = (vertex: number): Vec3 => [...positions.subarray(3 * vertex, 3 * vertex + 3)] as unknown as Vec3
  const faces = new Map<string, { normal: Vec3; vertices: number[] }[]>()
  for (let i = 0; i < indices.length; i += 3) {
    const vertices = [...indices.subarray(i, i + 3)]
    const [a, b, c] = vertices.map(point) as [Vec3, Vec3, Vec3]
    const normal = unit(cross(subtract(b, a), subtract(c, a)))
    const name = nameOf(normal)
    faces.set(name, [...(faces.get(name) ?? []), { normal, vertices }])
  }

  const at: number[] = []
  const normals: number[] = []
  const corners: number[] = []
  const groups: number[] = []
  for (const [face, triangles] of [...faces.values()].entries()) {
    const known = new Map<number, number>()
    groups.push(face, corners.length, 3 * triangles.length)

    for (const { normal, vertices } of triangles) {
      for (const corner of vertices) {
        if (!known.has(corner)) {
          known.set(corner, at.length / 3)
          at.push(...point(corner))
          normals.push(...normal)
        }
        corners.push(known.get(corner) ?? 0)
      }
    }
  }

  const mesh: DisplayMesh = {
    positions: Float32Array.from(at),
    normals: Float32Array.from(normals),
    indices: Uint32Array.from(corners),
    groups: Uint32Array.from(groups),
  }

  return { mesh, faceOf: (name: string) => [...faces.keys()].indexOf(name) }
}
