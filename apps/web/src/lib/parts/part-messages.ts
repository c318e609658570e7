import type { PartAnalysis, PartSummary, Stage, Verdict } from '@cotation/geometry'

/** Request to the worker, one file at a time. */
export interface PartRequest {
  file: File
  /** The unit of an STL file; millimetres if undefined. */
  unit: string | undefined
}

export type PartAnswer =
  | { kind: 'progress'; stage: Stage; done: number }
  | { kind: 'measured'; summary: PartSummary }
  | { kind: 'finished'; verdict: Verdict<PartAnalysis> }
