export { type AnalysisPool, createAnalysisPool } from './analysis-pool.ts'
export type { AnalysisOptions, AnalysisResult } from './analysis-run.ts'
export { defaultLimits, type Limits } from './limits.ts'
export type { AnalysisJob, Timings } from './messages.ts'
