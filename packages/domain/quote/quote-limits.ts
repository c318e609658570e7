const mib = 1024 * 1024

/** Product decisions: what a customer may send, and how long it is kept. */
export const uploadLimits = {
  filesPerProject: 200,
  partBytes: 1024 * mib,
  /** Drawings, artwork and instructions. */
  attachmentBytes: 20 * mib,
  attachmentsPerLine: 10,
  nameLength: 200,
  /** Most bytes of a file in one request: what a slow line sends in some minutes, and a resumed upload loses at most. */
  chunkBytes: 8 * mib,
} as const

/** Days for which a price holds, with the catalogue it was made from. */
export const quoteValidityDays = 30

/** Of files, counted from their last use; the customer is told `warningDays` before. */
export const fileRetention = { months: 3, warningDays: 7 } as const

/** Analysis that takes longer asks whether to be told by e-mail. */
export const longAnalysisSeconds = 30

/** Between the browser's figures and the server's, beyond which the customer is told why they differ. */
export const estimateToleranceShare = 0.005
