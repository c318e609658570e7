/** States of a question to an expert. An older one is withdrawn when another is asked for the same line. */
export const manualQuoteStates = ['asked', 'answered', 'declined', 'withdrawn'] as const
export type ManualQuoteState = (typeof manualQuoteStates)[number]

export const expertAnswerLimits = {
  /** US cents. */
  maxUnitMinor: 10_000_000_00,
  maxWorkingDays: 365,
  maxValidDays: 365,
  noteLength: 2000,
} as const

/** What an expert has prepared for the answer; what is not decided yet is left out. */
export interface ExpertDraft {
  unitMinor?: number | undefined
  workingDays?: number | undefined
  validDays?: number | undefined
  /** Parcel of a part that could not be measured. */
  parcel?: ExpertDraftParcel | undefined
  note: string
}

export interface ExpertDraftParcel {
  lengthMm?: number | undefined
  widthMm?: number | undefined
  heightMm?: number | undefined
  weightG?: number | undefined
}
