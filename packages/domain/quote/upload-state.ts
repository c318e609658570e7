/**
 * A file on its way: bytes are coming; all came and wait to be stored; they are looked at; the result is there; they were refused, or
 * could not be read; the time for keeping them is over and the record is left.
 */
export const uploadStates = ['uploading', 'received', 'analysing', 'done', 'failed', 'expired'] as const
export type UploadState = (typeof uploadStates)[number]

export const uploadPurposes = ['part', 'attachment'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

/** Which state may follow which; an expired file comes back to life when the same bytes are sent again. */
export const uploadTransitions: Readonly<Record<UploadState, readonly UploadState[]>> = {
  uploading: ['received', 'failed', 'expired'],
  received: ['analysing', 'done', 'failed'],
  analysing: ['done', 'failed'],
  done: ['analysing', 'expired'],
  failed: ['analysing', 'expired'],
  expired: [],
}
