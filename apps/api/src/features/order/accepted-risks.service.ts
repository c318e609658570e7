import type { AcceptedRiskView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { Texts } from '#core/texts.ts'
import type { OrderedPart, OrderedRisk } from '#db/column-types.ts'

/** Rules of acceptances without a recorded wording are named by their check. */
export type CheckName = (rule: string) => string

export const checkNames =
  (texts: Texts, language: Language): CheckName =>
  (rule) =>
    texts(language, 'check', `name.${rule}`) || rule

/** A risk in the words that were accepted, whatever the reader's language. */
export const acceptedRiskView = ({ rule, wording, finding }: OrderedRisk, nameOf: CheckName): AcceptedRiskView => ({
  rule,
  wording: wording || nameOf(rule),
  places: finding.places.map(({ at, value, areaMm2 }) => ({
    at: [...at],
    value: value ?? null,
    areaMm2: areaMm2 ?? null,
  })),
})

/** The accepted risks of an order line. Older orders only recorded the rules. */
export function orderedRisks({ acceptedRisks, acceptedRules }: OrderedPart, nameOf: CheckName): AcceptedRiskView[] {
  if (acceptedRisks) return acceptedRisks.map((risk) => acceptedRiskView(risk, nameOf))
  return acceptedRules.map((rule) => ({ rule, wording: nameOf(rule), places: [] }))
}
