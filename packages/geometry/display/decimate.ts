import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { f32, num, u32 } from '../math/typed-access.ts'
import { step, type Watch } from '../model/watch.ts'
import type { Wedges } from './wedges.ts'

/** Weight of changed normals relative to a moved surface: errors are more visible in shading. */
const normalWeights = [0.3, 0.3, 0.3]

/** Allows any error relative to the part's size: the budget decides. */
const anyError = 1

/** Positions of the wedges, scaled so that the longest side of the part runs from -1 to 1. */
function unitPositions(positions: Float32Array, { vertices }: Wedges): Float32Array {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  const at = (wedge: number, axis: number) => f32(positions, 3 * u32(vertices, wedge) + axis)
  for (let wedge = 0; wedge < vertices.length; wedge++) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(num(min, axis), at(wedge, axis))
      max[axis] = Math.max(num(max, axis), at(wedge, axis))
    }
  }

  const half = Math.max(...[0, 1, 2].map((axis) => (num(max, axis) - num(min, axis)) / 2))
  const unit = new Float32Array(3 * vertices.length)
  for (let wedge = 0; wedge < vertices.length; wedge++) {
    for (let axis = 0; axis < 3; axis++) {
      const middle = (num(min, axis) + num(max, axis)) / 2
      unit[3 * wedge + axis] = half > 0 ? (at(wedge, axis) - middle) / half : 0
    }
  }

  return unit
}

/** Number of wedges of a vertex that are compared; more are rare and look the same. */
const maxWedgesCompared = 32

/** For each wedge, the first wedge of its vertex; wedges of one vertex are consecutive. */
function firstOnVertex({ vertices }: Wedges): Uint32Array {
  const first = new Uint32Array(vertices.length)
  for (let wedge = 0; wedge < vertices.length; wedge++) {
    first[wedge] = wedge > 0 && vertices[wedge] === vertices[wedge - 1] ? u32(first, wedge - 1) : wedge
  }
  return first
}

/** The wedge of a vertex, given its first one, with the normal closest to the given one. */
function nearestWedge(
  { vertices, normals }: Wedges,
  wedge: number,
  [x, y, z]: readonly [number, number, number],
): number {
  let best = wedge
  let nearest = -Infinity
  for (let w = wedge; w < wedge + maxWedgesCompared && vertices[w] === vertices[wedge]; w++) {
    const along = f32(normals, 3 * w) * x + f32(normals, 3 * w + 1) * y + f32(normals, 3 * w + 2) * z
    if (along > nearest) {
      nearest = along
      best = w
    }
  }

  return best
}

/**
 * Decimates by position only, for meshes whose many face borders would prevent decimation.
 * Afterwards each corner gets the wedge with the closest normal.
 */
function decimateIgnoringBorders(wedges: Wedges, unit: Float32Array, target: number): Uint32Array {
  const first = firstOnVertex(wedges)
  const welded = wedges.indices.map((wedge) => u32(first, wedge))
  const [found] = MeshoptSimplifier.simplify(welded, unit, 3, target, anyError, ['Prune'])
  const result = new Uint32Array(found.length)

  for (let t = 0; t < found.length; t += 3) {
    const corner = (k: number, axis: number) => f32(unit, 3 * u32(found, t + k) + axis)
    const across = (u: number, v: number) =>
      (corner(1, u) - corner(0, u)) * (corner(2, v) - corner(0, v)) -
      (corner(1, v) - corner(0, v)) * (corner(2, u) - corner(0, u))
    const normal = [across(1, 2), across(2, 0), across(0, 1)] as const
    for (let k = 0; k < 3; k++) result[t + k] = nearestWedge(wedges, u32(found, t + k), normal)
  }

  return result
}

/**
 * Reduces the triangles of the wedges to at most `triangleBudget`. Wedges of one vertex move
 * together, so that no cracks appear. If that is not enough, borders of faces may blur; of
 * unconnected triangles only some are shown.
 */
export async function decimate(
  wedges: Wedges,
  positions: Float32Array,
  triangleBudget: number,
  watch: Watch,
): Promise<Uint32Array> {
  const { indices, normals } = wedges
  const target = 3 * Math.max(0, Math.floor(triangleBudget))
  if (indices.length <= target) return indices

  await MeshoptSimplifier.ready

  const unit = unitPositions(positions, wedges)
  const fits = (found: Uint32Array) => found.length <= target && found.length > 0
  step(watch, 'display', 0.5)

  const [kept] = MeshoptSimplifier.simplifyWithAttributes(
    indices,
    unit,
    3,
    normals,
    3,
    normalWeights,
    null,
    target,
    anyError,
  )
  if (fits(kept)) return kept

  step(watch, 'display', 0.6)

  const blurred = decimateIgnoringBorders(wedges, unit, target)
  if (fits(blurred)) return blurred

  step(watch, 'display', 0.7)

  const [sloppy] = MeshoptSimplifier.simplifySloppy(indices, unit, 3, null, target, anyError)
  if (fits(sloppy)) return sloppy

  const count = indices.length / 3
  return Uint32Array.from({ length: target }, (_, i) => {
    const triangle = Math.floor((Math.floor(i / 3) * count) / (target / 3))
    return u32(indices, 3 * triangle + (i % 3))
  })
}
