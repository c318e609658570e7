export { type AnalysisRequest, analysePart } from './analysis/analyse-part.ts'
export { inspectAnalysis, type LocatedFinding } from './analysis/inspect-analysis.ts'
export type { AnalysedBody, PartAnalysis, PartFormat, PartSummary, ShownMesh } from './analysis/part-analysis.ts'
export type * from './facts.ts'
export { findingValues } from './inspect/finding-values.ts'
export type { Finding } from './inspect/inspect-part.ts'
export {
  findMaterialLimits,
  type MaterialLimits,
  materialLimits,
  type ProcessId,
  processIds,
} from './inspect/limits/material-limits.ts'
export { browserKernels } from './step/step-kernel.browser.ts'
export { isLengthUnit, type LengthUnit, largestPartMm, lengthUnits, millimetresPerUnit } from './units.ts'
export { type Box, sizeOf, type Vec3 } from './vector.ts'
export { type FilePlace, foreignKinds, type Refusal, type RefusalCode, refusalCodes, type Verdict } from './verdict.ts'
export { type Stage, stages, unwatched, type Watch } from './watch.ts'
