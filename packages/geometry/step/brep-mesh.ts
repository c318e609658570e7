import type { OpenCascadeInstance, TopoDS_Shape } from 'replicad-opencascadejs'
import { f32, i32, u32 } from '../math/typed-access.ts'
import { vec3AtF32 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { scoped } from './kernel-scope.ts'

/** A body's triangles with vertices shared across faces, and the face of each triangle. */
export interface BrepMesh {
  mesh: TriangleMesh
  triangleFaces: Uint32Array
}

interface RawMesh {
  /** x, y, z in mm; not shared between faces. */
  vertices: Float32Array
  /** Outward triangles. */
  triangles: Uint32Array
  /** First index, index count and hash of each face. */
  groups: Int32Array
}

const rawMeshOf = (occ: OpenCascadeInstance, shape: TopoDS_Shape, deflectionMm: number, angleRad: number): RawMesh =>
  scoped((keep) => {
    const data = keep(occ.ReplicadMeshExtractor.extract(shape, deflectionMm, angleRad, true))
    const heap = occ.wasmMemory.buffer
    return {
      vertices: new Float32Array(heap, data.getVerticesPtr(), data.getVerticesSize()).slice(),
      triangles: new Uint32Array(heap, data.getTrianglesPtr(), data.getTrianglesSize()).slice(),
      groups: new Int32Array(heap, data.getFaceGroupsPtr(), data.getFaceGroupsSize()).slice(),
    }
  })

/**
 * Merges equal points. The kernel gives both faces at an edge exactly the same points, so that
 * equal 32-bit coordinates are enough. A tolerance could close real gaps of the part.
 */
function weldedVertices(vertices: Float32Array): { positions: Float32Array; welded: Uint32Array } {
  const count = vertices.length / 3

  // + 0 turns -0 into 0: they are equal but have different bits.
  for (let i = 0; i < vertices.length; i++) vertices[i] = f32(vertices, i) + 0

  const bits = new Int32Array(vertices.buffer, vertices.byteOffset, vertices.length)
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, count * 2)))
  const table = new Int32Array(size).fill(-1)
  const positions = new Float32Array(vertices.length)
  const welded = new Uint32Array(count)
  let kept = 0

  for (let v = 0; v < count; v++) {
    const x = f32(vertices, v * 3)
    const y = f32(vertices, v * 3 + 1)
    const z = f32(vertices, v * 3 + 2)
    let hash = Math.imul(i32(bits, v * 3), 0x9e3779b1)
    hash = Math.imul(hash ^ (hash >>> 15) ^ i32(bits, v * 3 + 1), 0x85ebca77)
    hash = Math.imul(hash ^ (hash >>> 13) ^ i32(bits, v * 3 + 2), 0xc2b2ae3d)

    let slot = (hash ^ (hash >>> 16)) & (size - 1)
    for (;;) {
      const known = i32(table, slot)
      if (known < 0) {
        table[slot] = kept
        positions.set([x, y, z], kept * 3)
        welded[v] = kept++
        break
      }

      if (positions[known * 3] === x && positions[known * 3 + 1] === y && positions[known * 3 + 2] === z) {
        welded[v] = known
        break
      }

      slot = (slot + 1) & (size - 1)
    }
  }

  return { positions: positions.slice(0, kept * 3), welded }
}

/** Face of each group: its index if no group is missing, else the next face with the same hash. */
function facesOfGroups(groups: Int32Array, faceHashes: () => number[], faceCount: number): number[] {
  const count = groups.length / 3
  if (count === faceCount) return Array.from({ length: count }, (_, i) => i)

  const hashes = faceHashes()
  const faces: number[] = []
  for (let group = 0, face = 0; group < count; group++) {
    while (face < hashes.length && hashes[face] !== groups[group * 3 + 2]) face++
    faces.push(Math.min(face++, faceCount - 1))
  }

  return faces
}

/** Triangulates a body within a distance and angle of its surfaces; `faces` in kernel sequence. */
export function meshOfBody(
  occ: OpenCascadeInstance,
  shape: TopoDS_Shape,
  faces: readonly TopoDS_Shape[],
  { deflectionMm, angleRad }: { deflectionMm: number; angleRad: number },
): BrepMesh {
  const raw = rawMeshOf(occ, shape, deflectionMm, angleRad)
  const { positions, welded } = weldedVertices(raw.vertices)
  const hashes = () => faces.map((face) => occ.ReplicadShapeHasher.HashCode(face, 2147483647))
  const groupFaces = facesOfGroups(raw.groups, hashes, faces.length)
  const indices = new Uint32Array(raw.triangles.length)
  const triangleFaces = new Uint32Array(raw.triangles.length / 3)
  let kept = 0

  for (const [group, face] of groupFaces.entries()) {
    const from = i32(raw.groups, group * 3)
    const to = from + i32(raw.groups, group * 3 + 1)
    for (let i = from; i + 2 < to; i += 3) {
      const a = u32(welded, u32(raw.triangles, i))
      const b = u32(welded, u32(raw.triangles, i + 1))
      const c = u32(welded, u32(raw.triangles, i + 2))

      // A triangle that collapsed when its points were merged covers no area.
      if (a === b || b === c || c === a) continue

      indices[kept * 3] = a
      indices[kept * 3 + 1] = b
      indices[kept * 3 + 2] = c
      triangleFaces[kept++] = face
    }
  }

  return {
    mesh: { positions, indices: indices.slice(0, kept * 3) },
    triangleFaces: triangleFaces.slice(0, kept),
  }
}

/** The mesh without the triangles of some faces. */
export function withoutFaces(meshed: BrepMesh, faces: ReadonlySet<number>): BrepMesh {
  if (faces.size === 0) return meshed

  const { mesh, triangleFaces } = meshed
  const positions: number[] = []
  const indices: number[] = []
  const renamed = new Map<number, number>()
  const vertexOf = (old: number): number => {
    const known = renamed.get(old)
    if (known !== undefined) return known

    renamed.set(old, positions.length / 3)
    positions.push(...vec3AtF32(mesh.positions, 3 * old))
    return positions.length / 3 - 1
  }

  for (let corner = 0; corner < mesh.indices.length; corner++) {
    const isKept = !faces.has(u32(triangleFaces, Math.floor(corner / 3)))
    if (isKept) indices.push(vertexOf(u32(mesh.indices, corner)))
  }

  return {
    mesh: { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) },
    triangleFaces: triangleFaces.filter((face) => !faces.has(face)),
  }
}

/** Reverses every triangle of a body that is inside out. */
export function flipTriangles({ indices }: TriangleMesh): void {
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const first = u32(indices, i)
    indices[i] = u32(indices, i + 1)
    indices[i + 1] = first
  }
}
