const mib = 1024 * 1024

/** Upload limits and retention (product decisions 3). */
export const uploadLimits = {
  filesPerProject: 200,
  partBytes: 1024 * mib,
  /** Drawings, artwork and instructions. */
  attachmentBytes: 20 * mib,
  attachmentsPerLine: 10,
  nameLength: 200,
  /** Largest chunk per request. An interrupted upload loses at most this much. */
  chunkBytes: 8 * mib,
} as const

/** Validity of a price in days. */
export const quoteValidityDays = 30

/** Retention of files after their last use. The customer gets a mail `warningDays` before. */
export const fileRetention = { months: 3, warningDays: 7 } as const

/** After this, the customer is asked whether to be notified by e-mail. */
export const longAnalysisSeconds = 30

/** A larger difference between browser and server is shown to the customer. */
export const estimateToleranceShare = 0.005

/** Projects, orders and reloads, of each kind, that a page can follow at the same time. */
export const maxFollowed = 10
