import type { LostBody, PartAnalysis, PartSummary, ShownMesh, Stage, Verdict } from '@cotation/geometry'

/** A job for an analysing process; the bytes of the file follow on the pipe. */
export interface AnalysisJob {
  /** File length if known, for progress and to detect truncated files. */
  totalBytes: number | undefined
  /** The unit of an STL file, which the file itself does not state. */
  unit: string | undefined
  meshes: readonly ShownMesh[]
  /** A file with more distinct bodies is refused before the first one is analysed. */
  maxBodies?: number
  /** Bodies that ended earlier processes. They are reported as failed without another try. */
  lostBodies?: readonly LostBody[]
}

export type Answer =
  | { kind: 'progress'; stage: Stage; done: number }
  | { kind: 'measured'; summary: PartSummary }
  | { kind: 'body'; index: number }
  | { kind: 'finished'; verdict: Verdict<PartAnalysis>; timingsMs: Timings; cpuSeconds: number; rssMiB: number }

/** Milliseconds spent in each stage and in total. */
export type Timings = Partial<Record<Stage, number>> & { total: number }
