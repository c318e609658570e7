import type { AcceptedRiskView, FindingText } from '@cotation/contracts'
import type { ViewMark } from '#viewer/marks/marks.ts'

/** A mark at a point of the model in mm. */
export function markAt(id: string, traits: Pick<ViewMark, 'kind' | 'tone' | 'label'>, at: readonly number[]): ViewMark {
  const [x = 0, y = 0, z = 0] = at
  return { id, ...traits, at: [x, y, z], faces: [] }
}

/** The places of risks on the model, in the words that the customer accepted. */
export const riskMarks = (risks: readonly AcceptedRiskView[]): ViewMark[] =>
  risks.flatMap(({ rule, wording, places }) =>
    places.map(({ at }, i) => markAt(`risk ${rule} ${i}`, { kind: 'finding', tone: 'warns', label: wording }, at)),
  )

/** The places of findings on the model. */
export const findingMarks = (findings: readonly FindingText[]): ViewMark[] =>
  findings.flatMap(({ rule, severity, text, places }) =>
    places.map((at, i) => markAt(`${rule} ${i}`, { kind: 'finding', tone: severity, label: text }, at)),
  )
