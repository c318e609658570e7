/** Whether the parts are subject to export control; `unknown` if the customer does not know. */
export const exportAnswers = ['no', 'yes', 'unknown'] as const
export type ExportAnswer = (typeof exportAnswers)[number]

/** The version of the question's wording. Another wording is asked again. */
export const exportWording = '2026-11'

/** An answer as it was given; another answer replaces it together with its clearance. */
export interface ExportDeclaration {
  answer: ExportAnswer
  wording: string
  answeredAt: string
  /** The e-mail address of the customer, or `visitor`. */
  answeredBy: string
  /** Staff found that the parts may be made and shipped. */
  clearance: { at: string; staffId: string; reason: string } | null
}

/** Only a project that is `clear` can be ordered; staff decides about one that is `in-review`. */
export const exportStandings = ['unanswered', 'clear', 'in-review'] as const
export type ExportStanding = (typeof exportStandings)[number]

export function exportStanding(declaration: ExportDeclaration | null): ExportStanding {
  if (declaration?.wording !== exportWording) return 'unanswered'
  return declaration.answer === 'no' || declaration.clearance ? 'clear' : 'in-review'
}
