import { refuse } from '../control/verdict.ts'
import { unwatched, type Watch } from '../control/watch.ts'
import { dot, lengthOf, subtract } from '../math/vector.ts'
import { type StreamSums, WeldKernel } from '../mesh-kernel/weld-kernel.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import type { TriangleSink } from '../reading/triangle-sink.ts'
import { centreOf, type MeshSums, middleOf } from './measure-mesh.ts'

/** Bytes of one binary STL record: normal, three corners, two spare bytes. */
const recordBytes = 50
const cornersAt = 12

/** Triangles that come one by one wait until so many are there. */
const waitingTriangles = 4096
const cornerBytes = 36

export interface BuiltMesh {
  /** Vertices with equal coordinates are one; in file units until scaled. */
  mesh: TriangleMesh
  /** As read, degenerate ones included. */
  triangles: number
  /** Sums over all triangles as they face in the file, in file units. */
  sums: MeshSums
}

/** Takes triangles and refuses a coordinate that is not finite. */
export interface MeshBuilder extends TriangleSink {
  /** The mesh of all triangles added, in the order of the file unless that is random; refuses when there were none. */
  finish(): BuiltMesh
}

/** Welds triangles into a mesh while they arrive. Memory follows what was read, never what a header claims. */
export function createMeshBuilder({
  watch = unwatched,
  triangleLimit = 200_000_000,
}: {
  watch?: Watch
  triangleLimit?: number
} = {}): MeshBuilder {
  const kernel = new WeldKernel(watch)
  const waiting = new Float32Array(9 * waitingTriangles)
  const waitingBytes = new Uint8Array(waiting.buffer)
  let waitingCount = 0

  const add = (bytes: Uint8Array, first: number, stride: number, records: number): void => {
    if (kernel.triangles + records > triangleLimit) {
      refuse('too-many-triangles', undefined, { limit: triangleLimit })
    }
    const before = kernel.triangles
    if (!kernel.add(bytes, first, stride, records)) {
      refuse('not-finite', undefined, { triangle: before + firstStrange(bytes, first, stride, records) })
    }
  }
  const flush = (): void => {
    if (waitingCount > 0) add(waitingBytes, 0, cornerBytes, waitingCount)
    waitingCount = 0
  }

  return {
    addRecords(bytes, firstByte, records) {
      flush()
      add(bytes, firstByte + cornersAt, recordBytes, records)
    },
    addTriangle(ax, ay, az, bx, by, bz, cx, cy, cz) {
      const at = 9 * waitingCount
      waiting[at] = ax
      waiting[at + 1] = ay
      waiting[at + 2] = az
      waiting[at + 3] = bx
      waiting[at + 4] = by
      waiting[at + 5] = bz
      waiting[at + 6] = cx
      waiting[at + 7] = cy
      waiting[at + 8] = cz
      waitingCount++
      if (waitingCount === waitingTriangles) flush()
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
 * The stream's origin is the first corner, as no box is known yet. An open mesh' volume depends on the origin, so it is moved to
 * the middle of the box, where every other measure takes it.
 */
function sumsFrom({ origin, low, high, volume6, moment24, area2, vector2, flat }: StreamSums): MeshSums {
  const box = { min: low, max: high }
  return {
    mass: {
      volumeMm3: (volume6 - dot(subtract(middleOf(box), origin), vector2)) / 6,
      areaMm2: area2 / 2,
      box,
      centreOfMass: centreOf(volume6, moment24, origin, box),
      exactness: 'triangles',
    },
    vectorAreaMm2: lengthOf(vector2) / 2,
    flatTriangles: flat,
  }
}

/** Which of the triangles has the first coordinate that is not finite. */
function firstStrange(bytes: Uint8Array, first: number, stride: number, records: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let record = 0; record < records; record++) {
    for (let at = 0; at < cornerBytes; at += 4) {
      if (!Number.isFinite(view.getFloat32(first + record * stride + at, true))) return record
    }
  }
  return 0
}
