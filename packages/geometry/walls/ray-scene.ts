import { f64 } from '../math/typed-access.ts'
import { type Box, lengthOf, sizeOf, type Vec3, vec3At } from '../math/vector.ts'
import { boxOf } from '../mesh/measure-mesh.ts'
import type { FaceGraph } from '../model/face-graph.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { bvhOf } from './flat-tree.ts'
import { RayCaster } from './ray-caster.ts'
import { areaVector, type SurfaceSamples, surfaceSamplesOf, triangleAreas } from './surface-samples.ts'
import { type TrueSurfaces, trueSurfacesOf } from './true-surfaces.ts'

/** What each sample has straight in front of it. */
export interface Outlook {
  /** Infinity where there is nothing. */
  distancesMm: Float64Array
  triangles: Uint32Array
  /** 1 where the ray hits a surface from behind: the sample is inside another shell. */
  buried: Uint8Array
  /**
   * Whether any sample is buried: shells overlap, and other points may be inside another shell too.
   */
  overlaps: boolean
}

/** A mesh prepared for rays, shared by all measurements of walls. */
export interface RayScene {
  mesh: TriangleMesh
  box: Box
  diagonalMm: number
  /**
   * Hits nearer than this are the same surface hit twice: rounding of 32-bit coordinates,
   * coincident double walls.
   */
  epsilonMm: number
  areaMm2: number
  triangleAreasMm2: Float64Array
  samples: SurfaceSamples
  /** Typical distance between neighbouring samples. */
  spacingMm: number
  rays: RayCaster
  surfaces: TrueSurfaces
  /** Computed on first use. */
  readonly outlook: Outlook
  /**
   * Distance (mm) to the nearest surface and the point there; undefined when it is farther than
   * `within`.
   */
  nearest(point: Vec3, within: number): { distanceMm: number; at: Vec3; triangle: number } | undefined
  /** Unit outward normal of a triangle; zero where it has none. */
  normalOf(triangle: number): Vec3
}

/** The box of the mesh; a point if a coordinate is not finite. */
function finiteBoxOf(mesh: TriangleMesh): Box {
  const box = boxOf(mesh)
  const isUsable = [...box.min, ...box.max].every(Number.isFinite)
  return isUsable ? box : { min: [0, 0, 0], max: [0, 0, 0] }
}

const nearestIn =
  (rays: RayCaster): RayScene['nearest'] =>
  ([x, y, z], within) => {
    if (!rays.approach(x, y, z, within)) return undefined
    const { near } = rays
    return { distanceMm: near.distance, at: [near.x, near.y, near.z], triangle: near.triangle }
  }

function outlookOf(rays: RayCaster, samples: SurfaceSamples, epsilonMm: number, watch: Watch): Outlook {
  const { count, points, normals } = samples
  const distancesMm = new Float64Array(count).fill(Infinity)
  const triangles = new Uint32Array(count)
  const buried = new Uint8Array(count)
  let overlaps = false

  for (let i = 0; i < count; i++) {
    if (i % 64 === 0) step(watch, 'walls', 0.12 + (0.08 * i) / count)

    const x = f64(points, 3 * i)
    const y = f64(points, 3 * i + 1)
    const z = f64(points, 3 * i + 2)
    const nx = f64(normals, 3 * i)
    const ny = f64(normals, 3 * i + 1)
    const nz = f64(normals, 3 * i + 2)
    if (!rays.cast(x, y, z, nx, ny, nz, epsilonMm, Infinity)) continue

    distancesMm[i] = rays.hit.distance
    triangles[i] = rays.hit.triangle
    if (!rays.hit.back) continue

    buried[i] = 1
    overlaps = true
  }

  return { distancesMm, triangles, buried, overlaps }
}

/**
 * One bounding-volume hierarchy and one set of samples for this folder. With `triangleFaces` (the
 * face of each triangle) every small face gets samples. With `graph` (those faces) distances are
 * measured between the surfaces instead of their facets.
 */
export function createRayScene(
  mesh: TriangleMesh,
  watch: Watch,
  triangleFaces?: Uint32Array,
  graph?: FaceGraph,
): RayScene {
  step(watch, 'walls', 0)

  const box = finiteBoxOf(mesh)
  const diagonalMm = lengthOf(sizeOf(box))
  const farthest = Math.max(...box.min.map(Math.abs), ...box.max.map(Math.abs))
  const epsilonMm = 2e-6 * diagonalMm + 2.5e-7 * farthest
  const triangleAreasMm2 = triangleAreas(mesh)
  let areaMm2 = 0

  for (let t = 0; t < triangleAreasMm2.length; t++) areaMm2 += f64(triangleAreasMm2, t)

  const samples = surfaceSamplesOf(mesh, triangleAreasMm2, triangleFaces)
  step(watch, 'walls', 0.02)

  const bvh = bvhOf(mesh)
  step(watch, 'walls', 0.1)

  const rays = new RayCaster(mesh, bvh)
  step(watch, 'walls', 0.12)

  const vector = new Float64Array(3)
  let outlook: Outlook | undefined

  return {
    mesh,
    box,
    diagonalMm,
    epsilonMm,
    areaMm2,
    triangleAreasMm2,
    samples,
    spacingMm: Math.sqrt(areaMm2 / Math.max(1, samples.count)),
    rays,
    surfaces: trueSurfacesOf(mesh, triangleFaces, graph),
    get outlook() {
      outlook ??= outlookOf(rays, samples, epsilonMm, watch)
      return outlook
    },
    nearest: nearestIn(rays),
    normalOf: (triangle) => {
      const length = areaVector(mesh, triangle, vector)
      if (!(length > 0)) return [0, 0, 0]
      return [f64(vector, 0) / length, f64(vector, 1) / length, f64(vector, 2) / length]
    },
  }
}

/** The position of a sample. */
export const pointOf = ({ samples }: RayScene, i: number): Vec3 => vec3At(samples.points, 3 * i)

/** The unit outward normal at a sample. */
export const normalOf = ({ samples }: RayScene, i: number): Vec3 => vec3At(samples.normals, 3 * i)
