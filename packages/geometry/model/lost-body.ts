import type { RefusalCode } from './verdict.ts'

/** Processor time (ms) for reading one body, and again for its analysis, before it has failed. */
export const bodyBudgetMs = 60_000

/** A body during which an earlier process ended, and why. */
export interface LostBody {
  /** Number of the body in the file. */
  index: number
  code: RefusalCode
}
