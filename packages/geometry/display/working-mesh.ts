import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { step, type Watch } from '../control/watch.ts'
import { sizeOf } from '../math/vector.ts'
import { boxOf } from '../mesh/measure-mesh.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { clustered } from './cluster-vertices.ts'

/** Faces and walls are looked for in at most so many triangles: more show no more of a part, and take minutes. */
export const workingTriangles = 1_000_000

/** What the decimator takes without running out of its own memory. */
const mostForDecimator = 6_000_000

/** Share of the part's size by which the surface may move. */
const allowedError = 2e-4

/**
 * The mesh itself up to a million triangles; beyond, one of about that many with the same surface within 0.02 % of the part's
 * size where its detail allows, to recognise features in. Volume and area are never taken from it.
 */
export async function workingMeshOf(mesh: TriangleMesh, watch: Watch): Promise<TriangleMesh> {
  if (triangleCount(mesh) <= workingTriangles) return mesh

  const coarse = triangleCount(mesh) > mostForDecimator ? clustered(mesh, mostForDecimator, watch) : mesh
  await MeshoptSimplifier.ready
  step(watch, 'faces', 0)

  const { min } = boxOf(coarse)
  const longest = Math.max(...sizeOf(boxOf(coarse)))
  const scale = longest > 0 ? 1 / longest : 1
  const unit = coarse.positions.map((value, i) => (value - min[(i % 3) as 0]) * scale)
  const target = 3 * workingTriangles
  const [fine] = MeshoptSimplifier.simplify(coarse.indices, unit, 3, target, allowedError)

  step(watch, 'faces', 0)

  const [few] = fine.length <= 2 * target ? [fine] : MeshoptSimplifier.simplify(coarse.indices, unit, 3, target, 1)
  return { positions: coarse.positions, indices: few }
}
