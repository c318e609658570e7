import { sortedByKey } from '../math/counting-sort.ts'
import { f32, i32, u32 } from '../math/typed-access.ts'
import type { BodyGeometry } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'

/** Edges over 30° are sharp. */
const creaseCosine = Math.cos(Math.PI / 6)

/** Vertices with more corners use a table instead of pairs, so that a fan of a million is fast. */
const maxCornersInPairs = 24
const stepEvery = 1 << 15

/**
 * The vertices that a renderer needs: one for each smooth patch of a face around a vertex of the
 * mesh, because a vertex has one normal. Degenerate triangles are left out.
 */
export interface Wedges {
  /** Three wedges per triangle. */
  indices: Uint32Array
  /** Mesh vertex and face of each wedge. */
  vertices: Uint32Array
  faces: Uint32Array
  /** Unit normals. */
  normals: Float32Array
}

interface Flat {
  corners: Uint32Array
  faces: Uint32Array
  normals: Float32Array
}

/** The triangles with an area, their faces and unit normals. */
function trianglesWithArea({ mesh, triangleFaces }: BodyGeometry, watch: Watch): Flat {
  const { positions, indices } = mesh
  const count = Math.floor(indices.length / 3)
  const corners = new Uint32Array(3 * count)
  const faces = new Uint32Array(count)
  const normals = new Float32Array(3 * count)
  let kept = 0

  for (let t = 0; t < count; t++) {
    if (t % stepEvery === 0) step(watch, 'display', (0.2 * t) / count)

    const a = u32(indices, 3 * t)
    const b = u32(indices, 3 * t + 1)
    const c = u32(indices, 3 * t + 2)

    const ux = f32(positions, 3 * b) - f32(positions, 3 * a)
    const uy = f32(positions, 3 * b + 1) - f32(positions, 3 * a + 1)
    const uz = f32(positions, 3 * b + 2) - f32(positions, 3 * a + 2)
    const vx = f32(positions, 3 * c) - f32(positions, 3 * a)
    const vy = f32(positions, 3 * c + 1) - f32(positions, 3 * a + 1)
    const vz = f32(positions, 3 * c + 2) - f32(positions, 3 * a + 2)

    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    const longest = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz)

    // Also skips non-finite coordinates and invalid indices.
    if (!(length > 1e-12 * longest && longest < Infinity)) continue

    corners[3 * kept] = a
    corners[3 * kept + 1] = b
    corners[3 * kept + 2] = c
    faces[kept] = triangleFaces[t] ?? 0
    normals[3 * kept] = nx / length
    normals[3 * kept + 1] = ny / length
    normals[3 * kept + 2] = nz / length
    kept++
  }

  return {
    corners: corners.subarray(0, 3 * kept),
    faces: faces.subarray(0, kept),
    normals: normals.subarray(0, 3 * kept),
  }
}

const following = (corner: number): number => (corner % 3 === 2 ? corner - 2 : corner + 1)
const preceding = (corner: number): number => (corner % 3 === 0 ? corner + 2 : corner - 1)

const smooth = ({ faces, normals }: Flat, s: number, t: number): boolean =>
  faces[s] === faces[t] &&
  f32(normals, 3 * s) * f32(normals, 3 * t) +
    f32(normals, 3 * s + 1) * f32(normals, 3 * t + 1) +
    f32(normals, 3 * s + 2) * f32(normals, 3 * t + 2) >=
    creaseCosine

/** Joins a vertex's corners across smooth edges; `leader` is a union-find over `around`. */
function joinSmooth(flat: Flat, around: Uint32Array, leader: Int32Array): void {
  const { corners } = flat
  const leaderOf = (i: number): number => {
    let at = i
    while (leader[at] !== at) {
      leader[at] = i32(leader, i32(leader, at))
      at = i32(leader, at)
    }
    return at
  }
  const join = (i: number, j: number): void => {
    const s = Math.floor(u32(around, i) / 3)
    const t = Math.floor(u32(around, j) / 3)
    if (smooth(flat, s, t)) leader[Math.max(leaderOf(i), leaderOf(j))] = Math.min(leaderOf(i), leaderOf(j))
  }

  const next = (i: number) => u32(corners, following(u32(around, i)))
  const previous = (i: number) => u32(corners, preceding(u32(around, i)))
  for (let i = 0; i < around.length; i++) leader[i] = i

  if (around.length <= maxCornersInPairs) {
    for (let i = 0; i < around.length; i++) {
      for (let j = 0; j < around.length; j++) if (i !== j && next(i) === previous(j)) join(i, j)
    }
  } else {
    const byPrevious = new Map<number, number>()
    for (let j = 0; j < around.length; j++) byPrevious.set(previous(j), j)
    for (let i = 0; i < around.length; i++) {
      const j = byPrevious.get(next(i))
      if (j !== undefined && j !== i) join(i, j)
    }
  }

  for (let i = 0; i < around.length; i++) leader[i] = leaderOf(i)
}

/** Angle (rad) of a triangle at a corner: a weight that makes normals ignore the tessellation. */
function angleAt(positions: Float32Array, corners: Uint32Array, corner: number): number {
  const at = 3 * u32(corners, corner)
  const p = 3 * u32(corners, following(corner))
  const q = 3 * u32(corners, preceding(corner))
  const ux = f32(positions, p) - f32(positions, at)
  const uy = f32(positions, p + 1) - f32(positions, at + 1)
  const uz = f32(positions, p + 2) - f32(positions, at + 2)
  const vx = f32(positions, q) - f32(positions, at)
  const vy = f32(positions, q + 1) - f32(positions, at + 1)
  const vz = f32(positions, q + 2) - f32(positions, at + 2)
  const lengths = Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz))

  return Math.acos(Math.max(-1, Math.min(1, (ux * vx + uy * vy + uz * vz) / lengths)))
}

/** Wedges of a body's mesh, split at edges over 30° and at borders of faces. */
export function wedgesOf(geometry: BodyGeometry, watch: Watch): Wedges {
  const flat = trianglesWithArea(geometry, watch)
  const { positions } = geometry.mesh
  const vertexCount = positions.length / 3
  const { starts, sorted } = sortedByKey(flat.corners, vertexCount)
  const indices = new Uint32Array(flat.corners.length)
  const vertices = new Uint32Array(indices.length)
  const faces = new Uint32Array(indices.length)
  const sums = new Float32Array(3 * indices.length)
  let leader = new Int32Array(64)
  let count = 0

  for (let v = 0; v < vertexCount; v++) {
    if (v % stepEvery === 0) step(watch, 'display', 0.2 + (0.2 * v) / vertexCount)

    const around = sorted.subarray(starts[v], starts[v + 1])
    if (around.length > leader.length) leader = new Int32Array(2 * around.length)
    joinSmooth(flat, around, leader)

    for (let i = 0; i < around.length; i++) {
      const corner = u32(around, i)
      const triangle = Math.floor(corner / 3)

      // The leader of a patch is its first corner, so its wedge is already known.
      const wedge = leader[i] === i ? count++ : u32(indices, u32(around, i32(leader, i)))
      indices[corner] = wedge
      vertices[wedge] = v
      faces[wedge] = u32(flat.faces, triangle)

      const angle = angleAt(positions, flat.corners, corner)
      for (let axis = 0; axis < 3; axis++) {
        sums[3 * wedge + axis] = f32(sums, 3 * wedge + axis) + angle * f32(flat.normals, 3 * triangle + axis)
      }
    }
  }

  const normals = unitNormals(sums.subarray(0, 3 * count), indices, flat)
  return { indices, vertices: vertices.slice(0, count), faces: faces.slice(0, count), normals }
}

/** Normalises the sums. If the normals of a patch cancel out, that of its last triangle is used. */
function unitNormals(sums: Float32Array, indices: Uint32Array, flat: Flat): Float32Array {
  const normals = new Float32Array(sums.length)
  for (let corner = 0; corner < indices.length; corner++) {
    const wedge = 3 * u32(indices, corner)
    const from = 3 * Math.floor(corner / 3)
    const length = Math.hypot(f32(sums, wedge), f32(sums, wedge + 1), f32(sums, wedge + 2))
    for (let axis = 0; axis < 3; axis++) {
      normals[wedge + axis] = length > 1e-6 ? f32(sums, wedge + axis) / length : f32(flat.normals, from + axis)
    }
  }

  return normals
}
