import type { PartAnalysis, PartSummary, ShownMesh, Stage, Verdict } from '@cotation/geometry'

/** What the parent asks of an analysing process; the file's bytes follow on the pipe. */
export interface AnalysisJob {
  /** Known length, for progress and to tell a cut file from a whole one. */
  totalBytes: number | undefined
  /** What one unit of an STL file means; the file itself does not say. */
  unit: string | undefined
  meshes: readonly ShownMesh[]
}

export type Answer =
  | { kind: 'progress'; stage: Stage; done: number }
  | { kind: 'measured'; summary: PartSummary }
  | { kind: 'finished'; verdict: Verdict<PartAnalysis>; timingsMs: Timings; cpuSeconds: number; rssMiB: number }

/** Milliseconds spent in each stage, and in all. */
export type Timings = Partial<Record<Stage, number>> & { total: number }
