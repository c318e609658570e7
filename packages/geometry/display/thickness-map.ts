import { f32, i32, u32 } from '../math/typed-access.ts'
import { type Vec3, vec3AtF32 } from '../math/vector.ts'
import type { DisplayMesh } from '../model/facts.ts'
import { step, unwatched, type Watch } from '../model/watch.ts'
import { tapersToEdge, wallAcross } from '../walls/probe.ts'
import { createRayScene, type RayScene } from '../walls/ray-scene.ts'

/** One ray may slip through a crack; the median of three does not. */
const raysPerVertex = 3

/** Share of the way to the triangle's centre: a ray on the edge would run inside the next face. */
const inset = 0.05

/** Neighbouring thicknesses that differ by at most this share belong to one wall. */
const similarity = 0.05

/** Up to three triangles of each vertex; -1 if there are fewer. */
function trianglesOfVertices({ positions, indices }: DisplayMesh): Int32Array {
  const found = new Int32Array(raysPerVertex * (positions.length / 3)).fill(-1)
  for (let i = 0; i < indices.length; i++) {
    const first = raysPerVertex * u32(indices, i)
    for (let k = first; k < first + raysPerVertex; k++) {
      if (found[k] !== -1) continue
      found[k] = Math.floor(i / 3)
      break
    }
  }

  return found
}

/** A point on the triangle near the vertex. */
function pointNear({ positions, indices }: DisplayMesh, triangle: number, vertex: number): Vec3 {
  const coordinate = (axis: 0 | 1 | 2): number => {
    const own = f32(positions, 3 * vertex + axis)
    let sum = 0
    for (let k = 0; k < 3; k++) sum += f32(positions, 3 * u32(indices, 3 * triangle + k) + axis)
    return own + inset * (sum / 3 - own)
  }
  return [coordinate(0), coordinate(1), coordinate(2)]
}

function wallMm(scene: RayScene, at: Vec3, normal: Vec3, turn: number): number {
  const opposite = wallAcross(scene, at, normal, turn)
  if (!opposite || tapersToEdge(scene, at, normal, opposite, 'wall')) return Number.NaN
  return opposite.mm
}

/** Whether a corner already measured has about this thickness, so that no second ray is needed. */
function isConfirmed({ indices }: DisplayMesh, map: Float32Array, triangle: number, mm: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.abs(f32(map, u32(indices, 3 * triangle + k)) - mm) <= similarity * mm) return true
  }
  return false
}

/**
 * The wall thickness (mm) behind each vertex, measured like the walls of the inspection: to the
 * surface that faces the vertex within 37°. NaN if there is none (beside a corner, at a knife edge,
 * on an open sheet).
 */
export function thicknessMap(mesh: DisplayMesh, watch: Watch = unwatched): Float32Array {
  const scene = createRayScene(mesh, watch)
  const triangles = trianglesOfVertices(mesh)
  const vertices = mesh.positions.length / 3
  const map = new Float32Array(vertices).fill(Number.NaN)

  for (let vertex = 0; vertex < vertices; vertex++) {
    if (vertex % 1024 === 0) step(watch, 'walls', 0.15 + (0.85 * vertex) / vertices)

    const normal = vec3AtF32(mesh.normals, 3 * vertex)
    const found: number[] = []
    for (let k = 0; k < raysPerVertex; k++) {
      const triangle = i32(triangles, raysPerVertex * vertex + k)
      if (triangle < 0) break

      const mm = wallMm(scene, pointNear(mesh, triangle, vertex), normal, k)
      if (Number.isNaN(mm)) continue

      found.push(mm)
      if (k === 0 && isConfirmed(mesh, map, triangle, mm)) break
    }

    found.sort((a, b) => a - b)
    map[vertex] = found[(found.length - 1) >> 1] ?? Number.NaN
  }

  return map
}
