import type { Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'

/**
 * Solids with known answers, for tests and experiments. Closed and outward-facing unless a comment
 * says otherwise.
 */

export const meshOf = (points: readonly Vec3[], triangles: readonly Vec3[]): TriangleMesh => ({
  positions: Float32Array.from(points.flat()),
  indices: Uint32Array.from(triangles.flat()),
})

/** A box from `min` to `min + size`, 12 triangles. */
export function box(size: Vec3 = [1, 1, 1], min: Vec3 = [0, 0, 0]): TriangleMesh {
  const corners = Array.from(
    { length: 8 },
    (_, i): Vec3 => [min[0] + (i & 1 ? size[0] : 0), min[1] + (i & 2 ? size[1] : 0), min[2] + (i & 4 ? size[2] : 0)],
  )
  return meshOf(corners, [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
  ])
}

/**
 * The solid swept by turning a closed profile of (radius, height) points about z. The profile runs
 * anticlockwise in the (r, z) half-plane; points with radius 0 become poles.
 */
export function lathe(profile: readonly (readonly [r: number, z: number])[], segments = 64): TriangleMesh {
  const points: Vec3[] = []
  const rings = profile.map(([r, z]) => {
    const first = points.length
    const count = r === 0 ? 1 : segments
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * k) / segments
      points.push([r * Math.cos(angle), r * Math.sin(angle), z])
    }
    return (k: number) => first + (k % count)
  })

  const triangles: Vec3[] = []
  rings.forEach((here, i) => {
    const next = rings[(i + 1) % rings.length] ?? here
    for (let k = 0; k < segments; k++) {
      const a = here(k)
      const b = here(k + 1)
      const c = next(k + 1)
      const d = next(k)
      if (a !== b) triangles.push([a, b, c === d ? d : c])
      if (c !== d) triangles.push([a, c, d])
    }
  })

  return meshOf(points, triangles)
}

export const cylinder = (radius: number, height: number, segments = 64): TriangleMesh =>
  lathe(
    [
      [0, 0],
      [radius, 0],
      [radius, height],
      [0, height],
    ],
    segments,
  )

export const tube = (outer: number, inner: number, height: number, segments = 64): TriangleMesh =>
  lathe(
    [
      [inner, 0],
      [outer, 0],
      [outer, height],
      [inner, height],
    ],
    segments,
  )

export function sphere(radius: number, segments = 64): TriangleMesh {
  const steps = segments / 2
  const arc = Array.from({ length: steps + 1 }, (_, i): readonly [number, number] => {
    const angle = -Math.PI / 2 + (Math.PI * i) / steps
    return [i === 0 || i === steps ? 0 : radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  return lathe(arc, segments)
}

export const torus = (major: number, minor: number, segments = 64): TriangleMesh =>
  lathe(
    Array.from({ length: segments }, (_, i) => {
      const angle = (2 * Math.PI * i) / segments
      return [major + minor * Math.cos(angle), minor * Math.sin(angle)] as const
    }),
    segments,
  )

/** Several meshes in one; their vertices are not joined. */
export function merge(...meshes: readonly TriangleMesh[]): TriangleMesh {
  let vertices = 0
  const indices: number[] = []
  const positions: number[] = []
  for (const mesh of meshes) {
    for (const value of mesh.positions) positions.push(value)
    for (const index of mesh.indices) indices.push(index + vertices)
    vertices += mesh.positions.length / 3
  }

  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** The same surface with the other side out: a cavity when it is inside a solid. */
export function insideOut(mesh: TriangleMesh): TriangleMesh {
  const indices = mesh.indices.slice()
  for (let t = 0; t < indices.length; t += 3) {
    indices[t] = mesh.indices[t + 1] ?? 0
    indices[t + 1] = mesh.indices[t] ?? 0
  }
  return { positions: mesh.positions, indices }
}

/** Maps each point with `map`; a mirror turns the surface inside out. */
export function placed(mesh: TriangleMesh, map: (point: Vec3) => Vec3): TriangleMesh {
  const positions = new Float32Array(mesh.positions.length)
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(map([mesh.positions[i] ?? 0, mesh.positions[i + 1] ?? 0, mesh.positions[i + 2] ?? 0]), i)
  }
  return { positions, indices: mesh.indices }
}

export const moved = (mesh: TriangleMesh, by: Vec3): TriangleMesh =>
  placed(mesh, (p) => [p[0] + by[0], p[1] + by[1], p[2] + by[2]])

/** Turned about the unit vector `axis` through the origin by `angle` radians (Rodrigues). */
export function turned(mesh: TriangleMesh, axis: Vec3, angle: number): TriangleMesh {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  const [ux, uy, uz] = axis

  return placed(mesh, ([x, y, z]) => {
    const along = (ux * x + uy * y + uz * z) * (1 - c)
    return [
      x * c + (uy * z - uz * y) * s + ux * along,
      y * c + (uz * x - ux * z) * s + uy * along,
      z * c + (ux * y - uy * x) * s + uz * along,
    ]
  })
}
