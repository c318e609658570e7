/**
 * States of an upload: receiving bytes, complete and waiting to be stored, being analysed, done,
 * failed, or expired (only the record is left).
 */
export const uploadStates = ['uploading', 'received', 'analysing', 'done', 'failed', 'expired'] as const
export type UploadState = (typeof uploadStates)[number]

export const uploadPurposes = ['part', 'attachment'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

/** Allowed transitions. Uploading the same bytes again revives an expired file. */
export const uploadTransitions: Readonly<Record<UploadState, readonly UploadState[]>> = {
  uploading: ['received', 'failed', 'expired'],
  received: ['analysing', 'done', 'failed'],
  analysing: ['done', 'failed'],
  done: ['analysing', 'expired'],
  failed: ['analysing', 'expired'],
  expired: [],
}
