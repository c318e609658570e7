import type { LengthUnit } from '../math/units.ts'
import type { Vec3 } from '../math/vector.ts'
import type { FaceGraph } from '../model/face-graph.ts'
import type { FailedBody, MassFacts, TopologyFacts } from '../model/facts.ts'
import type { LostBody } from '../model/lost-body.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import type { Watch } from '../model/watch.ts'
import type { StepKernels } from '../step/step-kernel.ts'
import type { PartSummary } from './part-analysis.ts'

/** A body as read from the file, before its features are recognised. */
export interface ReadBody {
  /** Number of the body in the file, the same each time the file is read. */
  index: number
  name: string
  colour: Vec3 | undefined
  kind: 'solid' | 'surface'
  /** How often a STEP file places it. */
  placements: number
  mass: MassFacts
  topology: TopologyFacts
  mesh: TriangleMesh
  /** Finer triangles for hull, smallest box and shadows, if the B-rep provides them. */
  outline: TriangleMesh | undefined
  /** `mesh` is used for these although it is not fine enough. */
  isCoarse: boolean
  /** From the B-rep; the faces of an STL file are fitted later. */
  faces: { graph: FaceGraph; triangleFaces: Uint32Array } | undefined
}

export interface ReadPart {
  summary: PartSummary
  bodies: ReadBody[]
  /** Bodies that could not even be read. */
  failed: FailedBody[]
  /** Sides of the smallest box around all bodies (mm), longest first. */
  orientedSizeMm: () => Vec3
}

export interface ReadRequest {
  /** File length if known, for progress and to detect truncated files. */
  totalBytes: number | undefined
  /** The unit of an STL file; millimetres by default. */
  unit: LengthUnit | undefined
  kernels: StepKernels
  watch: Watch
  /** Called before each body is read and before it is analysed, with its number in the file. */
  startBody?: (index: number) => void
  /** Bodies that ended an earlier process. They are not tried again. */
  lostBodies?: readonly LostBody[]
}

/** Reads one file format from chunks. */
export interface PartReader {
  push(chunk: Uint8Array): void
  finish(): Promise<ReadPart>
}
