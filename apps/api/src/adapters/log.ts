import { pino } from 'pino'

/** pino's interface. Ids and codes only: never personal data, never a token (PRI-1). */
export interface Log {
  debug(facts: object, text: string): void
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

interface Schedule {
  /** Calls back once; defaults to a timer that does not keep the process alive. */
  after: (ms: number, run: () => void) => void
  windowMs: number
}

const byTimer: Schedule = { after: (ms, run) => void setTimeout(run, ms).unref(), windowMs: 10_000 }

/**
 * Writes the first of equal warnings or errors at once and counts the others of the next ten seconds in
 * one line: during an outage hundreds of equal lines hide the one that tells why.
 */
export function collapseRepeats(log: Log, { after, windowMs }: Schedule = byTimer): Log {
  const repeats = new Map<string, number>()

  const collapse = (write: (facts: object, text: string) => void) => (facts: object, text: string) => {
    const key = `${text} ${JSON.stringify(facts)}`
    const count = repeats.get(key)
    if (count !== undefined) {
      repeats.set(key, count + 1)
      return
    }

    repeats.set(key, 0)
    write(facts, text)
    after(windowMs, () => {
      const repeated = repeats.get(key) ?? 0
      repeats.delete(key)
      if (repeated > 0) write({ ...facts, repeated }, text)
    })
  }

  return {
    debug: (facts, text) => log.debug(facts, text),
    info: (facts, text) => log.info(facts, text),
    warn: collapse((facts, text) => log.warn(facts, text)),
    error: collapse((facts, text) => log.error(facts, text)),
  }
}

/** The log of everything outside HTTP requests: jobs, database connections, background work. */
export function createLog(level: string): Log {
  return collapseRepeats(pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }))
}
