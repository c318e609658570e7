import { sortedByKey } from '../math/counting-sort.ts'
import { f64, i32, num, u32 } from '../math/typed-access.ts'
import { add, lengthOf, scale, subtract, type Vec3, vec3At } from '../math/vector.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { nextCorner, twinsOf } from './half-edges.ts'

/**
 * A mesh cut into facets: maximal flat groups of triangles, such as one quad of a cylinder's strip
 * or a whole plane face. Lengths are relative: points are centred in the box and divided by its
 * diagonal, so every tolerance is scale-free.
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
  /** How far rounding to 32 bits may have moved a vertex. */
  noise: number
  /** Converts back to millimetres: `point * diagonalMm + centreMm`. */
  diagonalMm: number
  centreMm: Vec3
}

const flatDistance = 1e-6
const flatAngle = 0.0035

/** The rank of triangles with less than 2^-64 of the squared diagonal. */
const minSizeRank = 64

/** Cuts the mesh into flat facets; undefined when it has no extent to measure against. */
export function facetsOf(mesh: TriangleMesh, watch: Watch): Facets | undefined {
  const scaled = scaledPoints(mesh)
  if (!scaled) return undefined

  const twins = twinsOf(mesh.indices, (done) => step(watch, 'faces', 0.1 * done))
  const { normals, heights, bySize } = triangleShapes(mesh.indices, scaled.points)
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

    const seed = u32(bySize, i)
    if (facetOf[seed] !== 0xffffffff) continue

    const nx = f64(normals, 3 * seed)
    const ny = f64(normals, 3 * seed + 1)
    const nz = f64(normals, 3 * seed + 2)
    const p = 3 * u32(mesh.indices, 3 * seed)
    const level = offset(scaled.points, p, nx, ny, nz)

    starts[count] = filled
    facetOf[seed] = count
    members[filled++] = seed

    // Compared with the seed's plane, never with the last triangle's: a fine cylinder would become
    // flat in small steps.
    for (let head = filled - 1; head < filled; head++) {
      const t = u32(members, head)
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        const twin = i32(twins, h)
        if (twin < 0) continue

        const u = (twin / 3) | 0
        if (facetOf[u] !== 0xffffffff) continue

        const turn = 1 - (nx * f64(normals, 3 * u) + ny * f64(normals, 3 * u + 1) + nz * f64(normals, 3 * u + 2))
        // A sliver's normal is mostly rounding error: the lower the triangle, the less its
        // direction counts.
        const allowed = Math.max(flatAngle, blur / Math.max(f64(heights, u), 1e-300))
        if (turn > 0.5 * allowed * allowed) continue

        const apex = 3 * u32(mesh.indices, twin - (twin % 3) + ((twin + 2) % 3))
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
  nx * f64(points, p) + ny * f64(points, p + 1) + nz * f64(points, p + 2)

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

  const size = low.map((value, k) => num(high, k) - value)
  const diagonalMm = Math.hypot(...size)
  if (!(diagonalMm > 0 && diagonalMm < Infinity)) return undefined

  const centre = low.map((value, k) => value / 2 + num(high, k) / 2)
  const points = new Float64Array(mesh.positions.length)
  for (let i = 0; i < points.length; i++) {
    const value = ((mesh.positions[i] as number) - (centre[i % 3] as number)) / diagonalMm
    points[i] = Math.abs(value) < Infinity ? value : 0
  }

  const centreMm: Vec3 = [num(centre, 0), num(centre, 1), num(centre, 2)]
  return { points, noise: (6e-8 * largest) / diagonalMm, diagonalMm, centreMm }
}

/**
 * Unit normals, heights over the longest side, and the triangles sorted by size, largest first (by
 * powers of two of their area).
 */
function triangleShapes(indices: Uint32Array, points: Float64Array) {
  const triangles = indices.length / 3
  const normals = new Float64Array(3 * triangles)
  const heights = new Float64Array(triangles)
  const sizeRanks = new Uint32Array(triangles)
  const area = new Float64Array(3)

  for (let t = 0; t < triangles; t++) {
    const longest = areaVector(indices, points, t, area)
    const x = f64(area, 0)
    const y = f64(area, 1)
    const z = f64(area, 2)
    const double = Math.sqrt(x * x + y * y + z * z)
    if (double > 0) {
      normals[3 * t] = x / double
      normals[3 * t + 1] = y / double
      normals[3 * t + 2] = z / double
      heights[t] = double / longest
    }

    sizeRanks[t] = double > 0 ? Math.min(minSizeRank, Math.max(0, Math.floor(1 - Math.log2(double)))) : minSizeRank
  }

  return { normals, heights, bySize: sortedByKey(sizeRanks, minSizeRank + 1).sorted }
}

/** Writes the triangle's normal times twice its area into `out`; returns its longest side. */
export function areaVector(indices: Uint32Array, points: Float64Array, t: number, out: Float64Array): number {
  const a = 3 * u32(indices, 3 * t)
  const b = 3 * u32(indices, 3 * t + 1)
  const c = 3 * u32(indices, 3 * t + 2)
  const ux = f64(points, b) - f64(points, a)
  const uy = f64(points, b + 1) - f64(points, a + 1)
  const uz = f64(points, b + 2) - f64(points, a + 2)
  const vx = f64(points, c) - f64(points, a)
  const vy = f64(points, c + 1) - f64(points, a + 1)
  const vz = f64(points, c + 2) - f64(points, a + 2)

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

    const f = u32(facetOf, t)
    const double = Math.hypot(f64(area, 0), f64(area, 1), f64(area, 2))
    areas[f] = f64(areas, f) + double / 2

    for (let k = 0; k < 3; k++) {
      let sum = 0
      for (let corner = 0; corner < 3; corner++) sum += f64(points, 3 * u32(indices, 3 * t + corner) + k)
      normals[3 * f + k] = f64(normals, 3 * f + k) + f64(area, k)
      centroids[3 * f + k] = f64(centroids, 3 * f + k) + (sum * double) / 6
    }
  }

  for (let f = 0; f < count; f++) {
    const length = Math.hypot(f64(normals, 3 * f), f64(normals, 3 * f + 1), f64(normals, 3 * f + 2))
    for (let k = 0; k < 3; k++) {
      normals[3 * f + k] = length > 0 ? f64(normals, 3 * f + k) / length : 0
      centroids[3 * f + k] = f64(areas, f) > 0 ? f64(centroids, 3 * f + k) / f64(areas, f) : 0
    }
  }

  return { normals, centroids, areas }
}

/** The facet across a half-edge; -1 at a border. */
export function facetAcross({ twins, facetOf }: Facets, h: number): number {
  const twin = i32(twins, h)
  return twin < 0 ? -1 : u32(facetOf, (twin / 3) | 0)
}

export const normalOf = ({ normals }: Facets, f: number): Vec3 => vec3At(normals, 3 * f)

/** Cosine of the angle between the normals of two facets. */
export const turnCosine = ({ normals }: Facets, f: number, g: number): number =>
  f64(normals, 3 * f) * f64(normals, 3 * g) +
  f64(normals, 3 * f + 1) * f64(normals, 3 * g + 1) +
  f64(normals, 3 * f + 2) * f64(normals, 3 * g + 2)

/** Midpoint and vector of the edge of a half-edge. */
export function edgeAt({ indices, points }: Facets, h: number): { middle: Vec3; edge: Vec3 } {
  const p = 3 * u32(indices, h)
  const q = 3 * u32(indices, nextCorner(h))
  const from: Vec3 = vec3At(points, p)
  const to: Vec3 = vec3At(points, q)
  return { middle: scale(add(from, to), 0.5), edge: subtract(to, from) }
}

export const edgeLength = (facets: Facets, h: number): number => lengthOf(edgeAt(facets, h).edge)
