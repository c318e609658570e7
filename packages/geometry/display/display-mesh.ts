import { f64, i32, num, u32 } from '../math/typed-access.ts'
import type { BodyGeometry, DisplayMesh } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'
import { decimate } from './decimate.ts'
import { type Wedges, wedgesOf } from './wedges.ts'

const thumbnailTriangles = 2000

/** The face of at least two corners. They differ only if decimation blurred the border of faces. */
function faceOf({ faces }: Wedges, a: number, b: number, c: number): number {
  const first = u32(faces, a)
  const second = u32(faces, b)
  const third = u32(faces, c)
  return second === third ? second : first
}

/** The triangles sorted by face, and `[face, firstIndex, indexCount]` of each non-empty face. */
function groupByFace(wedges: Wedges, indices: Uint32Array): { indices: Uint32Array; groups: Uint32Array } {
  const count = indices.length / 3
  const faces = new Uint32Array(count)
  const sortKeys = new Float64Array(count)
  for (let t = 0; t < count; t++) {
    const a = u32(indices, 3 * t)
    const b = u32(indices, 3 * t + 1)
    const c = u32(indices, 3 * t + 2)
    const face = faceOf(wedges, a, b, c)
    faces[t] = face
    // Sort key: the face, then the index. Both fit into 53 bits for up to 2^21 faces.
    sortKeys[t] = face * 2 ** 31 + t
  }

  sortKeys.sort()

  const sorted = new Uint32Array(indices.length)
  const groups: number[] = []
  for (let i = 0; i < count; i++) {
    const t = f64(sortKeys, i) % 2 ** 31
    sorted.set(indices.subarray(3 * t, 3 * t + 3), 3 * i)
    const face = u32(faces, t)
    if (groups.length === 0 || groups[groups.length - 3] !== face) groups.push(face, 3 * i, 0)
    groups[groups.length - 1] = num(groups, groups.length - 1) + 3
  }

  return { indices: sorted, groups: Uint32Array.from(groups) }
}

/** Keeps the used wedges, sorted by first use, the sequence in which a graphics card reads. */
function compacted(wedges: Wedges, positions: Float32Array, indices: Uint32Array) {
  const newIndex = new Int32Array(wedges.vertices.length).fill(-1)
  const used: number[] = []
  const renumbered = indices.map((wedge) => {
    if (newIndex[wedge] === -1) {
      newIndex[wedge] = used.length
      used.push(wedge)
    }
    return i32(newIndex, wedge)
  })

  const shown = { positions: new Float32Array(3 * used.length), normals: new Float32Array(3 * used.length) }
  used.forEach((wedge, index) => {
    const vertex = 3 * u32(wedges.vertices, wedge)
    shown.positions.set(positions.subarray(vertex, vertex + 3), 3 * index)
    shown.normals.set(wedges.normals.subarray(3 * wedge, 3 * wedge + 3), 3 * index)
  })

  return { ...shown, indices: renumbered }
}

/**
 * A mesh (mm) for rendering a body with at most `triangleBudget` triangles, grouped by face.
 * Normals are sharp at edges over 30° and at borders of faces. Triangles without area are left out.
 */
export async function displayMeshOf(
  geometry: BodyGeometry,
  triangleBudget: number,
  watch: Watch,
): Promise<DisplayMesh> {
  const wedges = wedgesOf(geometry, watch)
  const { positions } = geometry.mesh
  const decimated = await decimate(wedges, positions, triangleBudget, watch)

  step(watch, 'display', 0.9)
  const { indices, groups } = groupByFace(wedges, decimated)
  return { ...compacted(wedges, positions, indices), groups }
}

/** A display mesh of at most 2000 triangles for a small picture. */
export const thumbnailMeshOf = (geometry: BodyGeometry, watch: Watch): Promise<DisplayMesh> =>
  displayMeshOf(geometry, thumbnailTriangles, watch)
