import { f64, u32 } from '../math/typed-access.ts'
import { cross, dot, lengthOf, unit, type Vec3, vec3At } from '../math/vector.ts'

const faceBudget = 64
const edgeBudget = 20

/** Only this many of the largest faces of a hull are considered. */
const maxConsidered = 3000

/**
 * Directions closer together than this (cosine of 0.5°) count once: the refinement finds what is in
 * between.
 */
const sameDirection = Math.cos(Math.PI / 360)

/**
 * About the length that `rank` of the lengths reach, from a sample: sorting all of them would take
 * longer than the search.
 */
function lengthAtRank(lengths: Float64Array, rank: number): number {
  if (lengths.length <= rank) return 0
  const stride = Math.ceil(lengths.length / 4096)
  const sample = Float64Array.from({ length: Math.floor(lengths.length / stride) }, (_, i) => f64(lengths, i * stride))
  return f64(sample.sort(), Math.floor(sample.length * (1 - rank / lengths.length)))
}

/**
 * Unit vectors of the longest of the vectors (x, y, z each), longest first, similar directions
 * once; at most `limit`.
 */
function distinctDirections(vectors: Float64Array, limit: number): Vec3[] {
  const lengths = new Float64Array(vectors.length / 3)
  for (let i = 0; i < lengths.length; i++) {
    lengths[i] = Math.hypot(f64(vectors, 3 * i), f64(vectors, 3 * i + 1), f64(vectors, 3 * i + 2))
  }

  const minLength = lengthAtRank(lengths, maxConsidered)
  const longest: number[] = []
  for (let i = 0; i < lengths.length && longest.length < 2 * maxConsidered; i++) {
    if (f64(lengths, i) >= minLength) longest.push(i)
  }

  longest.sort((p, q) => f64(lengths, q) - f64(lengths, p) || p - q)

  const kept: Vec3[] = []
  for (const i of longest) {
    if (kept.length >= limit || lengths[i] === 0) break
    const direction = unit(vec3At(vectors, 3 * i))
    if (!kept.some((other) => Math.abs(dot(other, direction)) > sameDirection)) kept.push(direction)
  }

  return kept
}

/**
 * Directions that a side of the smallest box may have, in bounded number: normals of the hull's
 * largest faces, normals of pairs of its longest edges (O'Rourke: two neighbouring sides of the
 * smallest box each touch an edge), and the edges themselves.
 */
export function boxCandidates(points: Float64Array, triangles: Uint32Array): Vec3[] {
  const normals = new Float64Array(triangles.length)
  const edges = new Float64Array(3 * triangles.length)
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const from = 3 * u32(triangles, t + k)
      const to = 3 * u32(triangles, t + ((k + 1) % 3))
      for (let axis = 0; axis < 3; axis++) {
        edges[3 * (t + k) + axis] = f64(points, to + axis) - f64(points, from + axis)
      }
    }
    for (let axis = 0; axis < 3; axis++) {
      const u = 3 * t + ((axis + 1) % 3)
      const v = 3 * t + ((axis + 2) % 3)
      normals[t + axis] = f64(edges, u) * f64(edges, v + 3) - f64(edges, v) * f64(edges, u + 3)
    }
  }

  const sides = distinctDirections(edges, edgeBudget)
  const pairs = sides.flatMap((a, i) => sides.slice(i + 1).map((b) => cross(a, b))).filter((n) => lengthOf(n) > 1e-3)

  return [
    ...distinctDirections(normals, faceBudget),
    ...distinctDirections(Float64Array.from(pairs.flat()), faceBudget),
    ...sides,
  ]
}
