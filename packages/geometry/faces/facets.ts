import { step, type Watch } from '../control/watch.ts'
import type { Vec3 } from '../math/vector.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { twinsOf } from './numeric/half-edges.ts'

/**
 * A mesh cut into facets: maximal flat groups of triangles, such as one quad of a cylinder's strip or a whole plane face.
 * Lengths are relative: points are centred in the box and divided by its diagonal, so that every tolerance is scale-free.
 */
export interface Facets {
  points: Float64Array
  indices: Uint32Array
  /** See `twinsOf`. */
  twins: Int32Array
  /** Facet of each triangle. */
  facetOf: Uint32Array
  count: number
  /** Triangles of facet `f`: `members[starts[f]]` up to `members[starts[f + 1]]`. */
  starts: Uint32Array
  members: Uint32Array
  normals: Float64Array
  centroids: Float64Array
  areas: Float64Array
  /** What the rounding to 32 bits may have moved a vertex by. */
  noise: number
  /** To go back to millimetres: `point * diagonalMm + centreMm`. */
  diagonalMm: number
  centreMm: Vec3
}

const flatDistance = 1e-6
const flatAngle = 0.0035

/** Cuts the mesh into flat facets; undefined when it has no extent to measure against. */
export function facetsOf(mesh: TriangleMesh, watch: Watch): Facets | undefined {
  const scaled = scaledPoints(mesh)
  if (!scaled) return undefined

  const twins = twinsOf(mesh.indices, (done) => step(watch, 'faces', 0.1 * done))
  const { normals, heights, order } = triangleShapes(mesh.indices, scaled.points)
  const triangles = triangleCount(mesh)
  const facetOf = new Uint32Array(triangles).fill(0xffffffff)
  const members = new Uint32Array(triangles)
  const starts = new Uint32Array(triangles + 1)
  const distance = Math.max(flatDistance, 4 * scaled.noise)
  const blur = 2 * Math.max(scaled.noise, 1e-7)
  let filled = 0
  let count = 0

  for (let i = 0; i < triangles; i++) {
    if ((i & 0xffff) === 0) step(watch, 'faces', 0.1 + (0.1 * i) / triangles)

    const seed = order[i] as number
    if (facetOf[seed] !== 0xffffffff) continue

    const nx = normals[3 * seed] as number
    const ny = normals[3 * seed + 1] as number
    const nz = normals[3 * seed + 2] as number
    const p = 3 * (mesh.indices[3 * seed] as number)
    const level = offset(scaled.points, p, nx, ny, nz)

    starts[count] = filled
    facetOf[seed] = count
    members[filled++] = seed

    // Compared with the seed's own plane, never with the last triangle's: a fine cylinder must not be flat by small steps.
    for (let head = filled - 1; head < filled; head++) {
      const t = members[head] as number
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        const twin = twins[h] as number
        if (twin < 0) continue

        const u = (twin / 3) | 0
        if (facetOf[u] !== 0xffffffff) continue

        const turn =
          1 -
          (nx * (normals[3 * u] as number) + ny * (normals[3 * u + 1] as number) + nz * (normals[3 * u + 2] as number))
        // A sliver's normal is mere rounding: the lower the triangle, the less its direction counts.
        const allowed = Math.max(flatAngle, blur / Math.max(heights[u] as number, 1e-300))
        if (turn > 0.5 * allowed * allowed) continue

        const apex = 3 * (mesh.indices[twin - (twin % 3) + ((twin + 2) % 3)] as number)
        if (Math.abs(offset(scaled.points, apex, nx, ny, nz) - level) > distance) continue

        facetOf[u] = count
        members[filled++] = u
      }
    }

    count++
  }

  starts[count] = filled

  const shapes = facetShapes(mesh.indices, scaled.points, facetOf, count)

  return {
    ...scaled,
    ...shapes,
    indices: mesh.indices,
    twins,
    facetOf,
    count,
    starts: starts.slice(0, count + 1),
    members,
  }
}

const offset = (points: Float64Array, p: number, nx: number, ny: number, nz: number): number =>
  nx * (points[p] as number) + ny * (points[p + 1] as number) + nz * (points[p + 2] as number)

function scaledPoints(mesh: TriangleMesh): Pick<Facets, 'points' | 'noise' | 'diagonalMm' | 'centreMm'> | undefined {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  let largest = 0
  for (const index of mesh.indices) {
    for (let k = 0; k < 3; k++) {
      const value = mesh.positions[3 * index + k] as number
      if (!(Math.abs(value) < Infinity)) return undefined
      if (value < (low[k] as number)) low[k] = value
      if (value > (high[k] as number)) high[k] = value
      if (Math.abs(value) > largest) largest = Math.abs(value)
    }
  }

  const size = low.map((value, k) => (high[k] as number) - value)
  const diagonalMm = Math.hypot(...size)
  if (!(diagonalMm > 0 && diagonalMm < Infinity)) return undefined

  const centre = low.map((value, k) => value / 2 + (high[k] as number) / 2)
  const points = new Float64Array(mesh.positions.length)
  for (let i = 0; i < points.length; i++) {
    const value = ((mesh.positions[i] as number) - (centre[i % 3] as number)) / diagonalMm
    points[i] = Math.abs(value) < Infinity ? value : 0
  }

  const centreMm: Vec3 = [centre[0] as number, centre[1] as number, centre[2] as number]
  return { points, noise: (6e-8 * largest) / diagonalMm, diagonalMm, centreMm }
}

/** Unit normals, heights over the longest side, and an order that has the large triangles first (by powers of two of area). */
function triangleShapes(indices: Uint32Array, points: Float64Array) {
  const triangles = indices.length / 3
  const normals = new Float64Array(3 * triangles)
  const heights = new Float64Array(triangles)
  const buckets = new Uint8Array(triangles)
  const counts = new Uint32Array(66)
  const area = new Float64Array(3)

  for (let t = 0; t < triangles; t++) {
    const longest = areaVector(indices, points, t, area)
    const [x, y, z] = area as unknown as Vec3
    const double = Math.sqrt(x * x + y * y + z * z)
    if (double > 0) {
      normals[3 * t] = x / double
      normals[3 * t + 1] = y / double
      normals[3 * t + 2] = z / double
      heights[t] = double / longest
    }

    const bucket = double > 0 ? Math.min(64, Math.max(0, Math.floor(1 - Math.log2(double)))) : 64
    buckets[t] = bucket
    counts[bucket + 1] = (counts[bucket + 1] as number) + 1
  }

  for (let b = 1; b < 66; b++) counts[b] = (counts[b] as number) + (counts[b - 1] as number)

  const order = new Uint32Array(triangles)
  for (let t = 0; t < triangles; t++) {
    const bucket = buckets[t] as number
    const place = counts[bucket] as number
    order[place] = t
    counts[bucket] = place + 1
  }

  return { normals, heights, order }
}

/** Writes the triangle's normal times twice its area into `out`; returns its longest side. */
export function areaVector(indices: Uint32Array, points: Float64Array, t: number, out: Float64Array): number {
  const a = 3 * (indices[3 * t] as number)
  const b = 3 * (indices[3 * t + 1] as number)
  const c = 3 * (indices[3 * t + 2] as number)
  const ux = (points[b] as number) - (points[a] as number)
  const uy = (points[b + 1] as number) - (points[a + 1] as number)
  const uz = (points[b + 2] as number) - (points[a + 2] as number)
  const vx = (points[c] as number) - (points[a] as number)
  const vy = (points[c + 1] as number) - (points[a + 1] as number)
  const vz = (points[c + 2] as number) - (points[a + 2] as number)

  out[0] = uy * vz - uz * vy
  out[1] = uz * vx - ux * vz
  out[2] = ux * vy - uy * vx

  const wx = vx - ux
  const wy = vy - uy
  const wz = vz - uz

  return Math.sqrt(Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz))
}

function facetShapes(indices: Uint32Array, points: Float64Array, facetOf: Uint32Array, count: number) {
  const normals = new Float64Array(3 * count)
  const centroids = new Float64Array(3 * count)
  const areas = new Float64Array(count)
  const area = new Float64Array(3)

  for (let t = 0; t < facetOf.length; t++) {
    areaVector(indices, points, t, area)

    const f = facetOf[t] as number
    const double = Math.hypot(area[0] as number, area[1] as number, area[2] as number)
    areas[f] = (areas[f] as number) + double / 2

    for (let k = 0; k < 3; k++) {
      let sum = 0
      for (let corner = 0; corner < 3; corner++) sum += points[3 * (indices[3 * t + corner] as number) + k] as number
      normals[3 * f + k] = (normals[3 * f + k] as number) + (area[k] as number)
      centroids[3 * f + k] = (centroids[3 * f + k] as number) + (sum * double) / 6
    }
  }

  for (let f = 0; f < count; f++) {
    const length = Math.hypot(normals[3 * f] as number, normals[3 * f + 1] as number, normals[3 * f + 2] as number)
    for (let k = 0; k < 3; k++) {
      normals[3 * f + k] = length > 0 ? (normals[3 * f + k] as number) / length : 0
      centroids[3 * f + k] = (areas[f] as number) > 0 ? (centroids[3 * f + k] as number) / (areas[f] as number) : 0
    }
  }

  return { normals, centroids, areas }
}
