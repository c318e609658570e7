import { dot, lengthOf, subtract } from '../math/vector.ts'
import { type StreamSums, WeldKernel } from '../mesh-kernel/weld-kernel.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { refuse } from '../model/verdict.ts'
import { unwatched, type Watch } from '../model/watch.ts'
import type { TriangleSink } from '../reading/triangle-sink.ts'
import { centreOf, centreOfBox, type MeshSums } from './measure-mesh.ts'

/** Bytes of one binary STL record: normal, three corners, two spare bytes. */
const recordBytes = 50
const cornersAt = 12

/** Single triangles are buffered and welded in batches of this size. */
const bufferedTriangles = 4096
const cornerBytes = 36

export interface BuiltMesh {
  /** Equal vertices are merged. In file units. */
  mesh: TriangleMesh
  /** Number of triangles read, including degenerate ones. */
  triangles: number
  /** In file units. */
  sums: MeshSums
}

/** Refuses coordinates that are not finite. */
export interface MeshBuilder extends TriangleSink {
  /** The mesh of all triangles, in file sequence unless that is random. Refuses an empty mesh. */
  finish(): BuiltMesh
}

/** Welds triangles into a mesh as they arrive. Memory depends on data read, not on the header. */
export function createMeshBuilder({
  watch = unwatched,
  triangleLimit = 200_000_000,
}: {
  watch?: Watch
  triangleLimit?: number
} = {}): MeshBuilder {
  const kernel = new WeldKernel(watch)
  const buffer = new Float32Array(9 * bufferedTriangles)
  const bufferBytes = new Uint8Array(buffer.buffer)
  let bufferedCount = 0

  const add = (bytes: Uint8Array, first: number, stride: number, records: number): void => {
    if (kernel.triangles + records > triangleLimit) {
      refuse('too-many-triangles', undefined, { limit: triangleLimit })
    }
    const before = kernel.triangles
    if (!kernel.add(bytes, first, stride, records)) {
      refuse('not-finite', undefined, { triangle: before + firstNonFinite(bytes, first, stride, records) })
    }
  }
  const flush = (): void => {
    if (bufferedCount > 0) add(bufferBytes, 0, cornerBytes, bufferedCount)
    bufferedCount = 0
  }

  return {
    addRecords(bytes, firstByte, records) {
      flush()
      add(bytes, firstByte + cornersAt, recordBytes, records)
    },
    addTriangle(ax, ay, az, bx, by, bz, cx, cy, cz) {
      const at = 9 * bufferedCount
      buffer[at] = ax
      buffer[at + 1] = ay
      buffer[at + 2] = az
      buffer[at + 3] = bx
      buffer[at + 4] = by
      buffer[at + 5] = bz
      buffer[at + 6] = cx
      buffer[at + 7] = cy
      buffer[at + 8] = cz
      bufferedCount++
      if (bufferedCount === bufferedTriangles) flush()
    },
    finish() {
      flush()
      if (kernel.triangles === 0) refuse('no-triangles')
      const { mesh, sums } = kernel.finish()
      return { mesh, triangles: kernel.triangles, sums: sumsFrom(sums) }
    },
  }
}

/**
 * The origin of the stream is its first corner, as the box is not known yet. The volume of an open
 * mesh depends on the origin, so it is converted to the centre of the box like all other measures.
 */
function sumsFrom({ origin, low, high, volume6, moment24, area2, vector2, flat }: StreamSums): MeshSums {
  const box = { min: low, max: high }
  return {
    mass: {
      volumeMm3: (volume6 - dot(subtract(centreOfBox(box), origin), vector2)) / 6,
      areaMm2: area2 / 2,
      box,
      centreOfMass: centreOf(volume6, moment24, origin, box),
      exactness: 'triangles',
    },
    vectorAreaMm2: lengthOf(vector2) / 2,
    flatTriangles: flat,
  }
}

/** Index of the first triangle with a coordinate that is not finite. */
function firstNonFinite(bytes: Uint8Array, first: number, stride: number, records: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let record = 0; record < records; record++) {
    for (let at = 0; at < cornerBytes; at += 4) {
      if (!Number.isFinite(view.getFloat32(first + record * stride + at, true))) return record
    }
  }
  return 0
}
