/** Whether the parts are subject to export control; `unknown` if the customer does not know. */
export const exportAnswers = ['no', 'yes', 'unknown'] as const
export type ExportAnswer = (typeof exportAnswers)[number]

/** The version of the question's wording. Another wording is asked again. */
export const exportWording = '2026-11'

/** Staff found that the parts of these uploads may be made and shipped. */
export interface ExportClearance {
  at: string
  staffId: string
  reason: string
  uploadIds: readonly string[]
}

/** An answer as it was given; another answer replaces it together with its clearance. */
export interface ExportDeclaration {
  answer: ExportAnswer
  wording: string
  answeredAt: string
  /** The e-mail address of the customer; empty once the account is deleted. */
  answeredBy: string
  clearance: ExportClearance | null
}

/** Only parts that are `clear` can be ordered; staff decides about those that are `in-review`. */
export const exportStandings = ['unanswered', 'clear', 'in-review'] as const
export type ExportStanding = (typeof exportStandings)[number]

/**
 * The standing of parts, given by their uploads. "No" is about the whole project; a clearance is
 * about the uploads that staff reviewed, so that parts added or replaced later are reviewed too.
 */
export function exportStanding(declaration: ExportDeclaration | null, uploadIds: readonly string[]): ExportStanding {
  if (declaration?.wording !== exportWording) return 'unanswered'
  if (declaration.answer === 'no') return 'clear'

  const cleared = declaration.clearance?.uploadIds
  return cleared && uploadIds.every((id) => cleared.includes(id)) ? 'clear' : 'in-review'
}
