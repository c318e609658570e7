import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { sizeOf } from '../math/vector.ts'
import { boxOf } from '../mesh/measure-mesh.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { clusterVertices } from './cluster-vertices.ts'

/** Finding faces and walls in more triangles takes minutes and gives no better result. */
export const workingTriangles = 1_000_000

/** The decimator runs out of memory with more triangles. */
const maxDecimatorTriangles = 6_000_000

/** Allowed displacement of the surface, relative to the part's size. */
const allowedError = 2e-4

/**
 * The mesh for recognising features: the mesh itself up to a million triangles, else a decimated
 * one with its surface within 0.02 % of the part's size if possible. Not for volume and area.
 */
export async function workingMeshOf(mesh: TriangleMesh, watch: Watch): Promise<TriangleMesh> {
  if (triangleCount(mesh) <= workingTriangles) return mesh

  const isTooLarge = triangleCount(mesh) > maxDecimatorTriangles
  const coarse = isTooLarge ? clusterVertices(mesh, maxDecimatorTriangles, watch) : mesh
  await MeshoptSimplifier.ready
  step(watch, 'faces', 0)

  const { min } = boxOf(coarse)
  const longest = Math.max(...sizeOf(boxOf(coarse)))
  const scale = longest > 0 ? 1 / longest : 1
  const unit = coarse.positions.map((value, i) => (value - min[(i % 3) as 0]) * scale)
  const target = 3 * workingTriangles
  const [fine] = MeshoptSimplifier.simplify(coarse.indices, unit, 3, target, allowedError)

  step(watch, 'faces', 0)

  if (fine.length <= 2 * target) return { positions: coarse.positions, indices: fine }

  const [indices] = MeshoptSimplifier.simplify(coarse.indices, unit, 3, target, 1)
  return { positions: coarse.positions, indices }
}
