import { pino } from 'pino'
import type { Log } from '#core/log.ts'

/** The log of what happens outside a request: jobs, the database's comings and goings. */
export function processLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
