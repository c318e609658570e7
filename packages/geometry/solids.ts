import type { Vec3 } from './math/vector.ts'
import type { TriangleMesh } from './model/triangle-mesh.ts'

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
  return meshOf(corners, triples('0,2,1 1,2,3 4,5,6 5,7,6 0,1,4 1,5,4 2,6,3 3,6,7 0,4,2 2,4,6 1,3,5 3,7,5'))
}

export type Point2 = readonly [x: number, y: number]

const numbersIn = (text: string): number[][] => text.split(' ').map((group) => group.split(',').map(Number))

/** Points written as in an SVG polygon: `'0,0 10,0 10,5'`. */
export const polygon = (points: string): Point2[] => numbersIn(points) as unknown as Point2[]

/** Points of a mesh or corners of its triangles: `'0,0,0 1,0,0 0,1,0'`. */
export const triples = (text: string): Vec3[] => numbersIn(text) as unknown as Vec3[]

/** Twice the area of the triangle, negative if it runs clockwise. */
const turnAt = (a: Point2, b: Point2, c: Point2): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** Triangles of an anticlockwise outline, as indices of its points, by ear clipping. */
function earsOf(outline: readonly Point2[]): Vec3[] {
  const corner = (i: number): Point2 => outline[i] ?? [0, 0]
  const left = outline.map((_, i) => i)
  const triangleAt = (k: number): Vec3 => [left.at(k - 1) ?? 0, left[k] ?? 0, left[(k + 1) % left.length] ?? 0]
  const isEar = (k: number): boolean => {
    const [a, b, c] = triangleAt(k).map(corner) as [Point2, Point2, Point2]
    const isInside = (p: Point2) => turnAt(a, b, p) > 0 && turnAt(b, c, p) > 0 && turnAt(c, a, p) > 0
    return turnAt(a, b, c) > 0 && !left.some((i) => isInside(corner(i)))
  }

  const triangles: Vec3[] = []
  while (left.length > 2) {
    const ear = Math.max(
      0,
      left.findIndex((_, k) => isEar(k)),
    )
    triangles.push(triangleAt(ear))
    left.splice(ear, 1)
  }

  return triangles
}

/** The prism along y over an anticlockwise outline in x and z. */
export function prism(outline: readonly Point2[], length: number): TriangleMesh {
  const count = outline.length
  const points = [0, length].flatMap((y) => outline.map(([x, z]): Vec3 => [x, y, z]))
  const ends = earsOf(outline).flatMap(([a, b, c]): Vec3[] => [
    [a, b, c],
    [a + count, c + count, b + count],
  ])
  const sides = outline.flatMap((_, i): Vec3[] => {
    const next = (i + 1) % count
    return [
      [i, i + count, next + count],
      [i, next + count, next],
    ]
  })

  return meshOf(points, [...ends, ...sides])
}

/**
 * The solid swept by turning a closed profile of (radius, height) points about z. The profile runs
 * anticlockwise in the (r, z) half-plane; points with radius 0 become poles.
 */
export function lathe(profile: readonly Point2[], segments = 64): TriangleMesh {
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

/** A shaft of Ø 20 × 20 mm and Ø 12 × 30 mm. */
export const steppedShaft = (segments = 48): TriangleMesh => lathe(polygon('0,0 10,0 10,20 6,20 6,50 0,50'), segments)

export function sphere(radius: number, segments = 64): TriangleMesh {
  const steps = segments / 2
  const arc = Array.from({ length: steps + 1 }, (_, i): Point2 => {
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

/**
 * A plate of `columns` × `rows` square cells with one hole in the middle of each, top at z =
 * thickness. The profile of the holes is (radius, depth) points from the rim down. One that ends
 * above the full depth is blind and gets a flat floor (or a point where its last radius is 0).
 * `segments` is a multiple of 4, so that the corners of the cells match.
 */
export function plateWithHoles(
  {
    columns,
    rows,
    pitch,
    thickness,
    segments = 64,
  }: { columns: number; rows: number; pitch: number; thickness: number; segments?: number },
  profile: readonly Point2[],
): TriangleMesh {
  const points: Vec3[] = []
  const known = new Map<string, number>()
  const triangles: Vec3[] = []
  const vertex = (x: number, y: number, z: number): number => {
    const key = `${x.toFixed(6)} ${y.toFixed(6)} ${z.toFixed(6)}`
    const found = known.get(key)
    if (found !== undefined) return found

    known.set(key, points.length)
    points.push([x, y, z])
    return points.length - 1
  }
  const quad = (a: number, b: number, c: number, d: number) => {
    if (a !== b && b !== c && a !== c) triangles.push([a, b, c])
    if (a !== c && c !== d && a !== d) triangles.push([a, c, d])
  }
  const half = pitch / 2
  const direction = (k: number): Point2 => {
    const angle = (2 * Math.PI * (k % segments)) / segments
    return [Math.cos(angle), Math.sin(angle)]
  }
  const last = profile[profile.length - 1] ?? [0, 0]
  const through = last[1] >= thickness

  const cell = (cx: number, cy: number) => {
    const rim = (k: number, z: number) => {
      const [x, y] = direction(k)
      const reach = half / Math.max(Math.abs(x), Math.abs(y))
      return vertex(cx + x * reach, cy + y * reach, z)
    }

    const wall = (k: number, [radius, depth]: Point2) => {
      const [x, y] = direction(k)
      return vertex(cx + x * radius, cy + y * radius, thickness - depth)
    }

    for (let k = 0; k < segments; k++) {
      const top = profile[0] ?? [0, 0]
      quad(wall(k, top), rim(k, thickness), rim(k + 1, thickness), wall(k + 1, top))
      profile.forEach((ring, i) => {
        const below = profile[i + 1]
        if (below) quad(wall(k, ring), wall(k + 1, ring), wall(k + 1, below), wall(k, below))
      })

      if (through) quad(wall(k + 1, last), rim(k + 1, 0), rim(k, 0), wall(k, last))
      else {
        const middle = vertex(cx, cy, thickness - last[1])
        if (last[0] > 0) triangles.push([wall(k, last), wall(k + 1, last), middle])
        triangles.push([rim(k + 1, 0), rim(k, 0), vertex(cx, cy, 0)])
      }
    }

    return rim
  }

  const isOuterSide = (row: number, column: number, [x, y]: Point2): boolean => {
    if (Math.abs(x) > Math.abs(y)) return column === (x > 0 ? columns - 1 : 0)
    return row === (y > 0 ? rows - 1 : 0)
  }

  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cx = (column + 0.5) * pitch
      const cy = (row + 0.5) * pitch
      const rim = cell(cx, cy)
      for (let k = 0; k < segments; k++) {
        if (isOuterSide(row, column, direction(k + 0.5)))
          quad(rim(k, 0), rim(k + 1, 0), rim(k + 1, thickness), rim(k, thickness))
      }
    }
  }

  return meshOf(points, triangles)
}

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
