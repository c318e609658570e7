import type { Watch } from '../control/watch.ts'
import type { LengthUnit } from '../math/units.ts'
import type { Vec3 } from '../math/vector.ts'
import type { FaceGraph } from '../model/face-graph.ts'
import type { MassFacts, TopologyFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import type { StepKernels } from '../step/kernel/step-kernel.ts'
import type { PartSummary } from './part-analysis.ts'

/** One body as it was read, before anything is recognised in it. Bodies that a STEP file places several times come once. */
export interface ReadBody {
  name: string
  colour: Vec3 | undefined
  kind: 'solid' | 'surface'
  placements: number
  mass: MassFacts
  topology: TopologyFacts
  mesh: TriangleMesh
  /** Finer triangles to take hull, smallest box and shadows from, where the B-rep gave some. */
  outline: TriangleMesh | undefined
  /** Known from the B-rep; a mesh has its faces found later. */
  faces: { graph: FaceGraph; triangleFaces: Uint32Array } | undefined
}

export interface ReadPart {
  summary: PartSummary
  bodies: ReadBody[]
  /** Of the smallest box around everything, longest side first (mm). */
  orientedSizeMm: () => Vec3
}

export interface ReadingRequest {
  /** Known length, for progress and to tell a cut file from a whole one. */
  totalBytes: number | undefined
  /** What one unit of an STL file means; millimetres are assumed where it is absent. */
  unit: LengthUnit | undefined
  kernels: StepKernels
  watch: Watch
}

/** Takes the chunks of one kind of file. */
export interface Intake {
  push(chunk: Uint8Array): void
  finish(): Promise<ReadPart>
}
