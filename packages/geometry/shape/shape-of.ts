import type { ShapeFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { convexHullOf } from './convex-hull.ts'
import { orientedBoxOf } from './oriented-box.ts'
import { projectedAreasMm2, surfaceSumsOf } from './projections.ts'

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
