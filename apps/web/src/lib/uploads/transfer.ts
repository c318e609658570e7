/**
 * Where the bytes of a file are. `looking`: the browser is asked whether it kept the file; `elsewhere`: another tab sends it; `broken`: it
 * goes on by itself, or when asked to; `lost`: only with the file chosen again; `telling`: all sent, and the server is told so.
 */
export interface TransferState {
  state: 'looking' | 'waiting' | 'sending' | 'elsewhere' | 'paused' | 'broken' | 'lost' | 'telling'
  sentBytes: number
}

/** Why a transfer ended before its end: the line, the session, or a server that does not want the file. */
export type Breakage = 'connection' | 'session' | 'refused'

export interface TransferEvents {
  progress(sentBytes: number): void
  sent(): void
  broken(why: Breakage): void
}

/** Bytes under way. After either call no event comes any more. */
export interface Transfer {
  pause(): void
  /** Stops, and has the server forget what came. */
  terminate(): Promise<void>
}

/** Starts to send; with `resumes`, from where it stopped before. Undefined where another tab does it. */
export type OpenTransfer = (
  file: File,
  upload: { uploadId: string; resumes: boolean },
  events: TransferEvents,
) => Promise<Transfer | undefined>
