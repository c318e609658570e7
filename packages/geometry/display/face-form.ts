import { circleThrough } from '../math/circle.ts'
import { eigenOf3 } from '../math/eigen.ts'
import { f64, u32 } from '../math/typed-access.ts'
import {
  add,
  cross,
  dot,
  lengthOf,
  perpendicular,
  scale,
  subtract,
  unit,
  type Vec3,
  vec3AtF32,
} from '../math/vector.ts'
import type { DisplayMesh } from '../model/facts.ts'

/** The shape of a face for measuring; `at` is a point of the plane or of the axis. */
export type FaceForm =
  | { kind: 'plane'; at: Vec3; normal: Vec3 }
  | { kind: 'cylinder'; at: Vec3; axis: Vec3; diameterMm: number; concave: boolean }

/** Maximum distance of a vertex from the plane, relative to the extent of the face. */
const planeTolerance = 1e-4

/** Maximum distance of a vertex from the cylinder, relative to its radius. */
const cylinderTolerance = 0.01

/** Maximum component of a cylinder's unit normal along its axis. */
const maxTilt = 0.02

interface Facets {
  points: Vec3[]
  /** The normal of each triangle, with twice its area as length. */
  normals: Vec3[]
  /** The centre of each triangle. */
  centres: Vec3[]
}

/** Not `Math.max(...)`: a face may have more vertices than a call can take arguments. */
const maxOf = (points: readonly Vec3[], measure: (point: Vec3) => number): number =>
  points.reduce((max, point) => Math.max(max, measure(point)), 0)

const meanOf = (points: readonly Vec3[]): Vec3 => scale(points.reduce(add, [0, 0, 0]), 1 / points.length)

function facetsOf({ positions, indices, groups }: DisplayMesh, face: number): Facets {
  const vertices = new Set<number>()
  const normals: Vec3[] = []
  const centres: Vec3[] = []
  const pointOf = (vertex: number): Vec3 => vec3AtF32(positions, 3 * vertex)

  for (let g = 0; g < groups.length; g += 3) {
    if (groups[g] !== face) continue

    const first = u32(groups, g + 1)
    for (let i = first; i < first + u32(groups, g + 2); i += 3) {
      const corners = [u32(indices, i), u32(indices, i + 1), u32(indices, i + 2)] as const
      for (const corner of corners) vertices.add(corner)
      const a = pointOf(corners[0])
      const b = pointOf(corners[1])
      const c = pointOf(corners[2])
      normals.push(cross(subtract(b, a), subtract(c, a)))
      centres.push(meanOf([a, b, c]))
    }
  }

  return { points: [...vertices].map(pointOf), normals, centres }
}

function planeOf({ points, normals }: Facets, at: Vec3): FaceForm | undefined {
  const normal = unit(normals.reduce(add, [0, 0, 0]))
  const off = maxOf(points, (point) => Math.abs(dot(subtract(point, at), normal)))
  const extent = maxOf(points, (point) => lengthOf(subtract(point, at)))
  return off <= planeTolerance * extent ? { kind: 'plane', at, normal } : undefined
}

/** The direction perpendicular to all normals, if there is one. */
function axisOf(normals: readonly Vec3[]): Vec3 | undefined {
  const sum = new Float64Array(9)
  for (const normal of normals) {
    const area = lengthOf(normal)
    if (!(area > 0)) continue
    for (let k = 0; k < 9; k++) {
      sum[k] = f64(sum, k) + (normal[Math.floor(k / 3) as 0] * normal[(k % 3) as 0]) / area
    }
  }

  const axis = eigenOf3(sum).vectors[0]
  const leans = normals.some((normal) => Math.abs(dot(normal, axis)) > maxTilt * lengthOf(normal))
  return leans ? undefined : axis
}

function cylinderOf({ points, normals, centres }: Facets, middle: Vec3): FaceForm | undefined {
  const axis = axisOf(normals)
  if (!axis) return undefined

  const side = perpendicular(axis)
  const other = cross(axis, side)
  const flat = points.flatMap((point) => {
    const from = subtract(point, middle)
    return [dot(from, side), dot(from, other)]
  })
  const circle = circleThrough(flat)
  if (!circle) return undefined

  const at = add(middle, add(scale(side, circle.x), scale(other, circle.y)))
  const fromAxis = (point: Vec3): Vec3 => {
    const from = subtract(point, at)
    return subtract(from, scale(axis, dot(from, axis)))
  }
  const off = maxOf(points, (point) => Math.abs(lengthOf(fromAxis(point)) - circle.radius))
  if (off > cylinderTolerance * circle.radius) return undefined

  const outward = centres.reduce((sum, at, i) => sum + dot(fromAxis(at), normals[i] ?? [0, 0, 0]), 0)
  return { kind: 'cylinder', at, axis, diameterMm: 2 * circle.radius, concave: outward < 0 }
}

/**
 * The plane or cylinder of a face, fitted to its vertices, which lie on the exact surface;
 * undefined for any other face.
 */
export function faceForm(mesh: DisplayMesh, face: number): FaceForm | undefined {
  const facets = facetsOf(mesh, face)
  if (facets.points.length < 3) return undefined

  const middle = meanOf(facets.points)
  return planeOf(facets, middle) ?? cylinderOf(facets, middle)
}
