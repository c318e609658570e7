import { float, u32 } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import type { ShapeFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { type ConvexHull, convexHullOf } from './convex-hull.ts'
import { orientedBoxOf } from './oriented-box.ts'
import { shadowAreaMm2 } from './silhouette.ts'

/**
 * Sine of the angle below the horizon from which a surface faces down: rounded coordinates of
 * upright walls must not.
 */
const belowHorizon = 1e-5

/** Relative difference in volume and area up to which a mesh counts as convex. */
const convexTolerance = 1e-6

/** Sums over the triangles of a surface. */
interface SurfaceSums {
  volumeMm3: number
  areaMm2: number
  downwardAreaMm2: number
  /** Half of the area seen along x, y and z from both sides: for a convex body, its shadow. */
  halfSeenMm2: Vec3
}

/** Volume, area, downward area and half-seen areas of triangles whose positions are in mm. */
function surfaceSumsOf(positions: Float32Array | Float64Array, indices: Uint32Array): SurfaceSums {
  let volume = 0
  let area = 0
  let downward = 0
  let seenX = 0
  let seenY = 0
  let seenZ = 0
  const first = 3 * (indices[0] ?? 0)
  const ox = float(positions, first)
  const oy = float(positions, first + 1)
  const oz = float(positions, first + 2)

  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * u32(indices, t)
    const b = 3 * u32(indices, t + 1)
    const c = 3 * u32(indices, t + 2)

    const ax = float(positions, a) - ox
    const ay = float(positions, a + 1) - oy
    const az = float(positions, a + 2) - oz

    const ux = float(positions, b) - ox - ax
    const uy = float(positions, b + 1) - oy - ay
    const uz = float(positions, b + 2) - oz - az
    const vx = float(positions, c) - ox - ax
    const vy = float(positions, c + 1) - oy - ay
    const vz = float(positions, c + 2) - oz - az

    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (!Number.isFinite(length)) continue

    volume += ax * nx + ay * ny + az * nz
    area += length
    if (nz < -belowHorizon * length) downward += length
    seenX += Math.abs(nx)
    seenY += Math.abs(ny)
    seenZ += Math.abs(nz)
  }

  return {
    volumeMm3: volume / 6,
    areaMm2: area / 2,
    downwardAreaMm2: downward / 2,
    halfSeenMm2: [seenX / 4, seenY / 4, seenZ / 4],
  }
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= convexTolerance * Math.abs(b)

/**
 * Areas (mm²) of the shadows cast along x, y and z: exact for convex parts, otherwise within about
 * 0.05 %.
 */
function projectedAreasMm2(mesh: TriangleMesh, sums: SurfaceSums, hull: ConvexHull, watch: Watch): Vec3 {
  // Both must agree: a doubled surface has twice the volume, and a dented one may have the area of
  // its hull.
  const convex = near(Math.abs(sums.volumeMm3), hull.volumeMm3) && near(sums.areaMm2, hull.areaMm2)
  if (convex && hull.dimension === 3) return surfaceSumsOf(hull.points, hull.triangles).halfSeenMm2
  return [shadowAreaMm2(mesh, 0, watch), shadowAreaMm2(mesh, 1, watch), shadowAreaMm2(mesh, 2, watch)]
}

/**
 * Smallest oriented box, hull volume, shadows and downward area of a mesh in mm; zeros where it has
 * no extent.
 */
export function shapeOf(mesh: TriangleMesh, watch: Watch): ShapeFacts {
  const hull = convexHullOf(mesh, watch)
  step(watch, 'measuring', 0.4)

  const orientedBox = orientedBoxOf(mesh, hull, watch)
  const sums = surfaceSumsOf(mesh.positions, mesh.indices)
  step(watch, 'measuring', 0.85)

  return {
    orientedBox,
    hullVolumeMm3: hull.volumeMm3,
    projectedAreasMm2: projectedAreasMm2(mesh, sums, hull, watch),
    downwardAreaMm2: sums.downwardAreaMm2,
  }
}
