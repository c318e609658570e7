/**
 * The state of a file's upload. `looking`: checks whether the browser still has the file.
 * `elsewhere`: another tab sends it. `broken`: resumes by itself or on request. `full`: as `broken`,
 * but the server has no room for it. `lost`: needs the file to be chosen again. `reporting`: all bytes
 * are sent, and the server is being notified.
 */
export interface TransferState {
  state: 'looking' | 'waiting' | 'sending' | 'elsewhere' | 'paused' | 'broken' | 'full' | 'lost' | 'reporting'
  sentBytes: number
}

/** Why a transfer stopped: the connection, the session, a full storage, or a refusal of the server. */
export type Breakage = 'connection' | 'session' | 'full' | 'refused'

export interface TransferEvents {
  progress(sentBytes: number): void
  sent(): void
  broken(why: Breakage): void
}

/** A running transfer. After either call there are no more events. */
export interface Transfer {
  pause(): void
  /** Stops, and deletes the received bytes on the server. */
  terminate(): Promise<void>
}

/** Starts sending; with `resumes`, from the last offset. Undefined if another tab is sending. */
export type OpenTransfer = (
  file: File,
  upload: { uploadId: string; resumes: boolean },
  events: TransferEvents,
) => Promise<Transfer | undefined>
