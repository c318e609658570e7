export { type AnalysisRequest, analysePart } from './analysis/analyse-part.ts'
export { type InspectedFile, inspectAnalysis, inspectBody, type LocatedFinding } from './analysis/inspect-analysis.ts'
export {
  type AnalysedBody,
  analysisVersion,
  type PartAnalysis,
  type PartFormat,
  type PartSummary,
  type ShownMesh,
} from './analysis/part-analysis.ts'
export { type DrawnTriangle, drawnTriangles, shownColour } from './display/drawn-triangles.ts'
export { type FaceForm, faceForm } from './display/face-form.ts'
export { decodeMesh, encodeMesh } from './display/mesh-bytes.ts'
export { refinedMesh } from './display/refined-mesh.ts'
export { type SurfaceHit, type SurfaceRays, surfaceRays } from './display/surface-rays.ts'
export { thicknessMap } from './display/thickness-map.ts'
export type { Finding, FoundPlace } from './inspect/finding.ts'
export { findingValues } from './inspect/finding-values.ts'
export { rulesFor } from './inspect/inspect-part.ts'
export type { Choice, ChosenInsert } from './inspect/inspection-request.ts'
export { isRuleId, type RuleId, riskOf, ruleIds } from './inspect/rules/all-rules.ts'
export type { MaterialLimits } from './inspect/rules/material-limits.ts'
export { type RuleLimitFault, ruleLimitFaults } from './inspect/rules/rule-limits.ts'
export { isLengthUnit, type LengthUnit, lengthUnits, maxPartMm, millimetresPerUnit } from './math/units.ts'
export {
  add,
  type Box,
  cross,
  distance,
  dot,
  lengthOf,
  scale,
  sizeOf,
  subtract,
  unit,
  type Vec3,
} from './math/vector.ts'
export { boxOf } from './mesh/measure-mesh.ts'
export type * from './model/facts.ts'
export type { LostBody } from './model/lost-body.ts'
export {
  type FilePosition,
  foreignKinds,
  type Refusal,
  type RefusalCode,
  refusalCodes,
  type Verdict,
} from './model/verdict.ts'
export { type Stage, stages, unwatched, type Watch } from './model/watch.ts'
export { type FileKind, sniff, sniffBytes } from './reading/sniff.ts'
export { browserKernels } from './step/step-kernel.browser.ts'
