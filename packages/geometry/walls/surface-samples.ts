import { type IndicesByKey, sortedByKey } from '../math/counting-sort.ts'
import { f32, f64, u32 } from '../math/typed-access.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'

/** Points spread over the surface, always the same for the same mesh. */
export interface SurfaceSamples {
  count: number
  /** x, y, z of each. */
  points: Float64Array
  /** Unit outward normal of each point's triangle. */
  normals: Float64Array
  triangles: Uint32Array
  /** The share of the surface that each represents; they add up to the whole area. */
  areasMm2: Float64Array
}

/** Writes twice the area vector of a triangle into `into`; returns its length. */
export function areaVector(mesh: TriangleMesh, triangle: number, into: Float64Array): number {
  const { positions, indices } = mesh
  const a = 3 * u32(indices, 3 * triangle)
  const b = 3 * u32(indices, 3 * triangle + 1)
  const c = 3 * u32(indices, 3 * triangle + 2)
  const ux = f32(positions, b) - f32(positions, a)
  const uy = f32(positions, b + 1) - f32(positions, a + 1)
  const uz = f32(positions, b + 2) - f32(positions, a + 2)
  const vx = f32(positions, c) - f32(positions, a)
  const vy = f32(positions, c + 1) - f32(positions, a + 1)
  const vz = f32(positions, c + 2) - f32(positions, a + 2)

  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx

  into[0] = x
  into[1] = y
  into[2] = z

  return Math.sqrt(x * x + y * y + z * z)
}

// Roberts' R2 sequence: multiples of the inverse plastic number fill the plane evenly.
const plastic = 1.324717957244746
const step1 = 1 / plastic
const step2 = 1 / (plastic * plastic)

/** The minimum for a face, however small it is. */
const minPerFace = 3
const maxSmallFaceSamples = 4000

/**
 * How many samples a mesh gets, before extra ones for small faces. The samples of a plain part
 * follow its faces, whatever their size; from some thousand triangles on there may be detail within
 * a face.
 */
const baseCount = (triangles: number): number =>
  Math.round(Math.min(12_000, Math.max(1500, Math.min(6000, triangles / 2), triangles / 4)))

class SampleList {
  readonly #points: Float64Array
  readonly #normals: Float64Array
  readonly #triangles: Uint32Array
  readonly #areas: Float64Array
  readonly #mesh: TriangleMesh
  readonly #vector = new Float64Array(3)
  #count = 0

  constructor(mesh: TriangleMesh, capacity: number) {
    this.#mesh = mesh
    this.#points = new Float64Array(3 * capacity)
    this.#normals = new Float64Array(3 * capacity)
    this.#triangles = new Uint32Array(capacity)
    this.#areas = new Float64Array(capacity)
  }

  get count(): number {
    return this.#count
  }

  /** Adds the next point of the sequence within a triangle that has an area. */
  add(triangle: number, areaMm2: number): void {
    const { positions, indices } = this.#mesh
    const i = this.#count++
    // The sequence begins in the middle of an edge of the triangle, which may be an edge of the part:
    // there nobody can tell a plate from a wall.
    let s = i === 0 ? 1 / 3 : (0.5 + i * step1) % 1
    let t = i === 0 ? 1 / 3 : (0.5 + i * step2) % 1

    if (s + t > 1) {
      s = 1 - s
      t = 1 - t
    }

    const vector = this.#vector
    const length = areaVector(this.#mesh, triangle, vector)
    const corner = 3 * triangle
    for (let k = 0; k < 3; k++) {
      const a = f32(positions, 3 * u32(indices, corner) + k)
      const b = f32(positions, 3 * u32(indices, corner + 1) + k)
      const c = f32(positions, 3 * u32(indices, corner + 2) + k)
      this.#points[3 * i + k] = a + s * (b - a) + t * (c - a)
      this.#normals[3 * i + k] = f64(vector, k) / length
    }

    this.#triangles[i] = triangle
    this.#areas[i] = areaMm2
  }

  /** Makes the areas of the samples from `first` on add up to `areaMm2`. */
  shareOut(first: number, areaMm2: number): void {
    let sum = 0
    for (let i = first; i < this.#count; i++) sum += f64(this.#areas, i)
    for (let i = first; i < this.#count; i++) this.#areas[i] = (f64(this.#areas, i) * areaMm2) / sum
  }

  taken(): SurfaceSamples {
    const count = this.#count
    return {
      count,
      points: this.#points.subarray(0, 3 * count),
      normals: this.#normals.subarray(0, 3 * count),
      triangles: this.#triangles.subarray(0, count),
      areasMm2: this.#areas.subarray(0, count),
    }
  }
}

/** Area (mm²) of every triangle; 0 where it has no usable normal. */
export function triangleAreas(mesh: TriangleMesh): Float64Array {
  const areas = new Float64Array(triangleCount(mesh))
  const vector = new Float64Array(3)
  for (let t = 0; t < areas.length; t++) {
    const area = areaVector(mesh, t, vector) / 2
    // Below 1e-150 the squares underflow and the normal is noise; infinite ones come from
    // overflowing coordinates.
    areas[t] = area > 1e-100 && area < 1e100 ? area : 0
  }

  return areas
}

interface FaceLists extends IndicesByKey {
  faces: number
  areasMm2: Float64Array
}

/** Triangles that have an area by their face, and the area of each face. */
function faceListsOf(areas: Float64Array, triangleFaces: Uint32Array | undefined): FaceLists {
  const count = areas.length
  // Never allocate from a face id beyond the triangles: it is invalid.
  let faces = 1
  for (let t = 0; t < count && triangleFaces; t++) faces = Math.max(faces, Math.min(count, u32(triangleFaces, t) + 1))

  const faceOf = (t: number): number => (triangleFaces ? Math.min(faces - 1, u32(triangleFaces, t)) : 0)
  const areasMm2 = new Float64Array(faces)

  // Triangles without area get one key more than there are faces.
  const keys = new Uint32Array(count).fill(faces)
  for (let t = 0; t < count; t++) {
    if (f64(areas, t) === 0) continue
    const face = faceOf(t)
    keys[t] = face
    areasMm2[face] = f64(areasMm2, face) + f64(areas, t)
  }

  return { faces, areasMm2, ...sortedByKey(keys, faces + 1) }
}

/**
 * Samples face by face. A face gets more samples the larger it is and the more triangles it has,
 * half by area and half by count, because detail is drawn in small triangles. Every face gets a
 * few, so that a tiny thin wall is not missed (with thousands of faces, as many of them as
 * possible). By area alone when the faces are not known.
 */
export function surfaceSamplesOf(
  mesh: TriangleMesh,
  areas: Float64Array,
  triangleFaces: Uint32Array | undefined,
): SurfaceSamples {
  const known = triangleFaces && triangleFaces.length >= areas.length ? triangleFaces : undefined
  const lists = faceListsOf(areas, known)
  const total = lists.areasMm2.reduce((sum, area) => sum + area, 0)
  const base = baseCount(areas.length)
  const list = new SampleList(mesh, base + maxSmallFaceSamples + 8)
  if (!(total > 0)) return list.taken()

  const perArea = base / (known ? 2 * total : total)
  const perTriangle = known ? base / (2 * u32(lists.starts, lists.faces)) : 0
  let room = maxSmallFaceSamples

  // Carried over from face to face: faces too small for a sample each share samples.
  let owed = 0.5
  let owedMm2 = 0
  let first = 0
  for (let face = 0; face < lists.faces; face++) {
    const from = u32(lists.starts, face)
    const to = u32(lists.starts, face + 1)
    if (from === to) continue

    const deserved = perArea * f64(lists.areasMm2, face) + perTriangle * (to - from)
    const isSmall = deserved < minPerFace && room >= minPerFace
    const raise = isSmall ? minPerFace / deserved : 1

    if (isSmall) room -= minPerFace

    if (list.count > first) {
      list.shareOut(first, owedMm2)
      first = list.count
      owedMm2 = 0
    }

    owedMm2 += f64(lists.areasMm2, face)

    for (let i = from; i < to; i++) {
      const triangle = u32(lists.sorted, i)
      const area = f64(areas, triangle)
      const weight = raise * (perArea * area + perTriangle)
      for (owed += weight; owed >= 1; owed--) list.add(triangle, area / weight)
    }
  }

  list.shareOut(first, owedMm2)
  return list.taken()
}
