import type { Log } from '#core/log.ts'
import type { Texts } from '#core/texts.ts'
import type { Db } from '#db/database.ts'
import type { SimulatorSecrets } from './simulator-secrets.ts'

export interface SimulatorOptions {
  db: Db
  clock: () => Date
  log: Log
  texts: Texts
  secrets: SimulatorSecrets
  /** Where payers' browsers reach its pages, without a slash at the end. */
  pages: string
  /** Where the product takes webhooks. */
  webhookUrl: () => string
}

export interface SimulatorWork {
  start(): void
  /** Something may be due now. */
  kick(): void
  stop(): Promise<void>
}

/** What the simulator's own routes work with. */
export interface Simulator extends SimulatorOptions {
  work: SimulatorWork
}
