import type { PartAnalysis, PartSummary, Stage, Verdict } from '@cotation/geometry'

/** What the page asks of the worker: one file at a time. */
export interface PartRequest {
  file: File
  /** What one unit of an STL file means; absent, millimetres are assumed. */
  unit: string | undefined
}

export type PartAnswer =
  | { kind: 'progress'; stage: Stage; done: number }
  | { kind: 'measured'; summary: PartSummary }
  | { kind: 'finished'; verdict: Verdict<PartAnalysis> }
