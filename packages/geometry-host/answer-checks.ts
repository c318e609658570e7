import {
  type FailedBody,
  type LeftOut,
  maxPartMm,
  type PartAnalysis,
  type PartSummary,
  type Refusal,
  refusalCodes,
  stages,
} from '@cotation/geometry'
import {
  body,
  box,
  type Check,
  count,
  finite,
  flag,
  listOf,
  oneOf,
  optional,
  record,
  share,
  size,
  sizes,
  tableOf,
  text,
} from './fact-checks.ts'
import type { Answer } from './messages.ts'

const maxBodies = 1_000_000

const summaryShape = {
  format: oneOf(['stl-binary', 'stl-ascii', 'step']),
  unit: record<PartSummary['unit']>({
    name: text,
    millimetres: size,
    source: oneOf(['file', 'chosen', 'assumed']),
    mixed: flag,
    implausible: flag,
  }),
  box,
  sizeMm: sizes,
  volumeMm3: size,
  areaMm2: size,
  triangles: count,
  watertight: flag,
  openEdges: count,
  nonManifoldEdges: count,
  shells: count,
  bodyCount: count,
  looseFaces: count,
  leftOut: optional(record<LeftOut>({ fragments: count, openSurfaces: count })),
}

const summaryFields = record<PartSummary>(summaryShape)

const refusal = record<Refusal>({
  code: oneOf(refusalCodes),
  place: optional(tableOf(count)),
  detail: optional(tableOf((value) => text(value) || finite(value))),
})

const analysisFields = record<PartAnalysis>({
  ...summaryShape,
  orientedSizeMm: sizes,
  bodies: listOf(body),
  failed: listOf(record<FailedBody>({ name: text, count, refusal })),
})

/** A body is no larger than its box; open surfaces have any volume, up to one box per triangle. */
function isPlausible({ sizeMm, volumeMm3, watertight, bodyCount, triangles }: PartSummary): boolean {
  const fillings = watertight ? bodyCount : bodyCount + triangles
  return (
    sizeMm.every((side) => side <= maxPartMm) &&
    bodyCount >= 1 &&
    bodyCount <= maxBodies &&
    volumeMm3 <= sizeMm[0] * sizeMm[1] * sizeMm[2] * fillings * 1.001 + 1e-9
  )
}

export const isValidSummary: Check = (value) => summaryFields(value) && isPlausible(value as PartSummary)

/** The answer of an analysing process is validated before it is used for a price (GEO-3). */
export const isValidAnalysis: Check = (value) => {
  if (!analysisFields(value)) return false
  const analysis = value as PartAnalysis
  const counts = [...analysis.bodies, ...analysis.failed].map(({ count: equal }) => equal)
  const bodies = counts.reduce((sum, equal) => sum + equal, 0)
  return isPlausible(analysis) && bodies === analysis.bodyCount && counts.every((equal) => equal >= 1)
}

const verdict: Check = (value) => {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false
  if (value.ok === true) return 'value' in value && isValidAnalysis(value.value)
  return value.ok === false && 'refusal' in value && refusal(value.refusal)
}

const answers: Record<Answer['kind'], Check> = {
  progress: record<Extract<Answer, { kind: 'progress' }>>({ kind: text, stage: oneOf(stages), done: share }),
  body: record<Extract<Answer, { kind: 'body' }>>({ kind: text, index: count }),
  measured: record<Extract<Answer, { kind: 'measured' }>>({ kind: text, summary: isValidSummary }),
  finished: record<Extract<Answer, { kind: 'finished' }>>({
    kind: text,
    verdict,
    timingsMs: (timings) => tableOf(size)(timings) && size((timings as { total?: unknown }).total),
    cpuSeconds: size,
    rssMiB: size,
  }),
}

export function isValidAnswer(value: unknown): value is Answer {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined
  return typeof kind === 'string' && Object.hasOwn(answers, kind) && answers[kind as Answer['kind']](value)
}
