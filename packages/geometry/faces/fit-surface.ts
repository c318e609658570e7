import { circleThrough } from '../math/circle.ts'
import { eigenOf3 } from '../math/eigen.ts'
import { leastSquares } from '../math/least-squares.ts'
import { solveInPlace } from '../math/linear-system.ts'
import { f64, item, num } from '../math/typed-access.ts'
import { add, cross, dot, scale, subtract, type Vec3, vec3At } from '../math/vector.ts'
import {
  acrossOf,
  changedBy,
  distancesInto,
  type FittedKind,
  freedomsOf,
  type Surface,
  slopesInto,
  toleranceOf,
} from './surface.ts'

/**
 * What a surface is fitted to: vertices, which lie on it, and facets with their normals, which only
 * come near it.
 */
export interface Sample {
  points: Float64Array
  centroids: Float64Array
  normals: Float64Array
}

/** Radii larger than this many diagonals count as flat. */
const flattest = 20

/**
 * The surface of a kind that is nearest to the sample's vertices; undefined when they do not
 * determine one.
 */
export function fitSurface(kind: FittedKind, sample: Sample, noise: number): Surface | undefined {
  if (sample.points.length < 9 || sample.normals.length < 3) return undefined

  const first = firstGuess[kind](sample)
  if (!first) return undefined

  const best = kind === 'plane' ? first : refined(first, sample.points, noise)
  return sound(best) ? best : undefined
}

/**
 * The surface refitted to more vertices. Vertices inside the arc, on a chord, are dropped as long
 * as most remain: they would make the radius too small.
 */
export function refitSurface(surface: Surface, sample: Sample, noise: number): Surface {
  if (surface.kind === 'plane') return planeThrough(sample)

  let points = sample.points
  let best = surface
  for (let round = 0; round < 4; round++) {
    const next = refined(best, points, noise)
    if (!sound(next)) return best

    best = next
    const kept = withoutChords(best, points, noise)
    if (kept.length === points.length || 2 * kept.length < sample.points.length) return best
    points = kept
  }

  return best
}

function withoutChords(surface: Surface, points: Float64Array, noise: number): Float64Array {
  const off = new Float64Array(points.length / 3)
  distancesInto(surface, points, off)

  const tolerance = toleranceOf(surface, noise, 'tight')
  const spread = Math.sqrt(off.reduce((sum, value) => sum + value * value, 0) / off.length)

  // The first fit runs between surface and chords, so the limit narrows to the tolerance round by
  // round.
  const limit = Math.max(0.5 * tolerance, 0.7 * spread)
  const kept = new Float64Array(points.length)
  let filled = 0
  for (let i = 0; i < off.length; i++) {
    const value = f64(off, i)
    if (!(value > -limit) || (surface.kind === 'torus' && !(value < limit))) continue
    for (let k = 3 * i; k < 3 * i + 3; k++) kept[filled++] = f64(points, k)
  }

  return kept.subarray(0, filled)
}

function sound(s: Surface): boolean {
  const finite = [...s.origin, ...s.axis, s.radius, s.minor, s.slope].every((value) => Math.abs(value) < 1e6)
  if (!finite) return false
  if (s.kind === 'cone') return s.slope > 0.005 && s.slope < 1.565
  if (s.kind === 'torus')
    return s.radius > 1e-4 * s.minor && s.radius < flattest && s.minor > 1e-6 && s.minor < flattest
  return s.kind === 'plane' || (s.radius > 1e-6 && s.radius < flattest)
}

const at = (flat: Float64Array, i: number): Vec3 => vec3At(flat, 3 * i)

function meanOf(flat: Float64Array): Vec3 {
  let x = 0
  let y = 0
  let z = 0
  for (let i = 0; i < flat.length; i += 3) {
    x += f64(flat, i)
    y += f64(flat, i + 1)
    z += f64(flat, i + 2)
  }

  return scale([x, y, z], 3 / flat.length)
}

/** Sum of the outer products of the vectors minus `middle`. */
function spread(flat: Float64Array, middle: Vec3): Float64Array {
  let xx = 0
  let xy = 0
  let xz = 0
  let yy = 0
  let yz = 0
  let zz = 0

  for (let i = 0; i < flat.length; i += 3) {
    const x = f64(flat, i) - middle[0]
    const y = f64(flat, i + 1) - middle[1]
    const z = f64(flat, i + 2) - middle[2]

    xx += x * x
    xy += x * y
    xz += x * z
    yy += y * y
    yz += y * z
    zz += z * z
  }

  return Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz)
}

function planeThrough({ points, normals }: Sample): Surface {
  const origin = meanOf(points)
  const axis = eigenOf3(spread(points, origin)).vectors[0]
  const facing = dot(axis, meanOf(normals)) < 0 ? scale(axis, -1) : axis
  return { kind: 'plane', origin, axis: facing, radius: 0, minor: 0, slope: 0 }
}

/** Normals are perpendicular to a cylinder's axis; seen along it, the vertices lie on a circle. */
function cylinderThrough({ points, normals }: Sample): Surface | undefined {
  const axis = eigenOf3(spread(normals, [0, 0, 0])).vectors[0]
  const [u, v] = acrossOf(axis)
  const middle = meanOf(points)
  const flat = new Float64Array((points.length / 3) * 2)

  for (let i = 0; 2 * i < flat.length; i++) {
    const d = subtract(at(points, i), middle)
    flat[2 * i] = dot(d, u)
    flat[2 * i + 1] = dot(d, v)
  }

  const circle = circleThrough(flat)
  if (!circle) return undefined

  const origin = add(middle, add(scale(u, circle.x), scale(v, circle.y)))
  return { kind: 'cylinder', origin, axis, radius: circle.radius, minor: 0, slope: 0 }
}

/** Normals make the same angle with a cone's axis, and all its tangent planes meet in the apex. */
function coneThrough({ points, normals, centroids }: Sample): Surface | undefined {
  const lean = meanOf(normals)
  const eigen = eigenOf3(spread(normals, lean))

  // Two equal normals do not determine the axis.
  if (!(eigen.values[1] > 1e-10)) return undefined

  const middle = meanOf(points)
  const apex = new Float64Array(3)
  for (let i = 0; i < normals.length / 3; i++) {
    const n = at(normals, i)
    const level = dot(n, subtract(at(centroids, i), middle))
    for (let k = 0; k < 3; k++) apex[k] = f64(apex, k) + level * num(n, k)
  }

  if (!solveInPlace(spread(normals, [0, 0, 0]), apex, 3)) return undefined

  const origin: Vec3 = add(middle, vec3At(apex, 0))
  const axis = eigen.vectors[0]
  const widening = dot(axis, subtract(middle, origin)) < 0 ? scale(axis, -1) : axis
  let along = 0
  let across = 0

  for (let i = 0; i < points.length / 3; i++) {
    const d = subtract(at(points, i), origin)
    const height = dot(d, widening)
    along += height
    across += Math.sqrt(Math.max(0, dot(d, d) - height * height))
  }

  return { kind: 'cone', origin, axis: widening, radius: 0, minor: 0, slope: Math.atan2(across, along) }
}

function sphereThrough({ points }: Sample): Surface | undefined {
  const middle = meanOf(points)
  const matrix = new Float64Array(16)
  const right = new Float64Array(4)
  for (let i = 0; i < points.length / 3; i++) {
    const d = subtract(at(points, i), middle)
    const row = [2 * d[0], 2 * d[1], 2 * d[2], 1]
    for (let r = 0; r < 4; r++) {
      for (let c = 0; c < 4; c++) matrix[4 * r + c] = f64(matrix, 4 * r + c) + num(row, r) * num(row, c)
      right[r] = f64(right, r) + num(row, r) * dot(d, d)
    }
  }

  if (!solveInPlace(matrix, right, 4)) return undefined

  const centre: Vec3 = vec3At(right, 0)
  const radius = Math.sqrt(Math.max(0, dot(centre, centre) + f64(right, 3)))
  return { kind: 'sphere', origin: add(middle, centre), axis: [0, 0, 1], radius, minor: 0, slope: 0 }
}

/**
 * Every normal of a surface of revolution meets its axis: with the axis' direction a and moment m,
 * n·m + (x × n)·a = 0, linear in both. In the half-plane of that axis the vertices of a torus lie
 * on a circle.
 */
function torusThrough({ points, normals, centroids }: Sample): Surface | undefined {
  const middle = meanOf(points)
  const inverse = [0, 1, 2].map((k) => {
    const column = new Float64Array(3)
    column[k] = 1
    return solveInPlace(spread(normals, [0, 0, 0]), column, 3) ? column : undefined
  })

  const nm = new Float64Array(9)
  const mm = new Float64Array(9)
  for (let i = 0; i < normals.length / 3; i++) {
    const n = at(normals, i)
    const moment = cross(subtract(at(centroids, i), middle), n)
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        nm[3 * r + c] = f64(nm, 3 * r + c) + num(n, r) * num(moment, c)
        mm[3 * r + c] = f64(mm, 3 * r + c) + num(moment, r) * num(moment, c)
      }
    }
  }

  const rows = inverse.map((column) => column && times(nm, column, true))
  const [ix, iy, iz] = rows
  if (!ix || !iy || !iz) return undefined

  // m = -K a with K = (Σ n nᵀ)⁻¹ Σ n (x×n)ᵀ. It remains to minimise aᵀ (mm - nmᵀ K) a over the unit
  // vector a.
  const k = Float64Array.from([...ix, ...iy, ...iz])
  const rest = mm.slice()
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      for (let i = 0; i < 3; i++) {
        rest[3 * r + c] = f64(rest, 3 * r + c) - f64(nm, 3 * i + r) * f64(k, 3 * i + c)
      }
    }
  }

  const axis = eigenOf3(rest).vectors[0]
  const moment = scale(times(k, axis, false), -1)
  return torusAbout(axis, add(middle, cross(axis, moment)), points)
}

function times(m: Float64Array, v: ArrayLike<number>, transposed: boolean): Vec3 {
  const entry = (r: number): number => {
    let sum = 0
    for (let c = 0; c < 3; c++) sum += f64(m, transposed ? 3 * c + r : 3 * r + c) * item(v, c)
    return sum
  }
  return [entry(0), entry(1), entry(2)]
}

function torusAbout(axis: Vec3, origin: Vec3, points: Float64Array): Surface | undefined {
  const flat = new Float64Array((points.length / 3) * 2)
  for (let i = 0; 2 * i < flat.length; i++) {
    const d = subtract(at(points, i), origin)
    const along = dot(d, axis)
    flat[2 * i] = Math.sqrt(Math.max(0, dot(d, d) - along * along))
    flat[2 * i + 1] = along
  }

  const circle = circleThrough(flat)
  if (!circle || circle.x < 0) return undefined

  const centre = add(origin, scale(axis, circle.y))
  return { kind: 'torus', origin: centre, axis, radius: circle.x, minor: circle.radius, slope: 0 }
}

const firstGuess: Record<FittedKind, (sample: Sample) => Surface | undefined> = {
  plane: planeThrough,
  cylinder: cylinderThrough,
  cone: coneThrough,
  sphere: sphereThrough,
  torus: torusThrough,
}

/** The surface moved, tilted and resized to the least squared distances from the points. */
const refined = (start: Surface, points: Float64Array, noise: number): Surface =>
  leastSquares(nearData(start, points), {
    freedoms: freedomsOf[start.kind],
    count: points.length / 3,
    residualsInto: (surface, out) => distancesInto(surface, points, out),
    slopesInto: (surface, out) => slopesInto(surface, points, out),
    changed: changedBy,
    enough: (points.length / 3) * (0.1 * noise) ** 2,
    hopeless: (points.length / 3) * (6 * toleranceOf(start, noise, 'loose')) ** 2,
  })

/**
 * Moves a cylinder's origin along its axis next to the points, so that a tilt does not swing them
 * away.
 */
function nearData(surface: Surface, points: Float64Array): Surface {
  if (surface.kind !== 'cylinder') return surface
  let along = 0
  for (let i = 0; i < points.length; i += 3) {
    const p: Vec3 = vec3At(points, i)
    along += (3 / points.length) * dot(subtract(p, surface.origin), surface.axis)
  }
  return { ...surface, origin: add(surface.origin, scale(surface.axis, along)) }
}
