import { pino } from 'pino'
import { collapseRepeats } from './repeated-lines.ts'

/** pino's interface. Ids and codes only: never personal data, never a token (PRI-1). */
export interface Log {
  debug(facts: object, text: string): void
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

/** The log of everything outside HTTP requests: jobs, database connections, background work. */
export function createLog(level: string): Log {
  return collapseRepeats(pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }))
}
