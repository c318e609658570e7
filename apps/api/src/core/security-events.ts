import { createHmac } from 'node:crypto'
import type { SecurityEventKind } from '@cotation/domain'
import type { Insertable } from 'kysely'
import { causeOf } from '#adapters/error-cause.ts'
import type { Log } from '#adapters/log.ts'
import type { Db, Trx } from '#db/database.ts'
import type { SecurityEventTable } from '#db/schema.generated.ts'
import { currentNetwork, currentRequestId } from './request-scope.ts'

export interface SecurityEvent {
  kind: SecurityEventKind
  customerId?: string | null | undefined
  staffId?: string | null | undefined
  /** A route, a sign-in service or an error code; never a text of the caller. */
  detail?: string
}

type EventRow = Insertable<SecurityEventTable>

/** Calls back later; the default timers do not keep the process alive. */
type After = (ms: number, run: () => void) => void

interface Parts {
  db: Db
  clock: () => Date
  log: Log
  /** The installation's secret, from which the key of the network's hash is derived. */
  secret: Buffer
  after?: After
}

/** Callers do not wait for the database: rows are written together after this time. */
const flushMs = 1000

/** Equal events within this time are counted, not repeated. */
const windowMs = 60_000

/** Anyone can cause these, so their number is limited: others must not be lost in a flood. */
const refusals: ReadonlySet<SecurityEventKind> = new Set([
  'login-failed',
  'reset-requested',
  'limit-reached',
  'forbidden',
])
const maxRefusalsAtOnce = 2000

/** What waits while the database is out of reach; the log has the others too. */
const maxWaiting = 10_000

const after: After = (ms, run) => void setTimeout(run, ms).unref()

/**
 * Records security events (B20): a log line at once and a row within a second. They name accounts by
 * id and networks by a keyed hash, so they reveal neither a person nor an address.
 */
export class SecurityEvents {
  readonly #parts: Required<Parts>
  readonly #hashKey: Buffer
  readonly #counting = new Map<string, { row: EventRow; repeats: number }>()
  #waiting: EventRow[] = []
  #isFlushPlanned = false
  #flushed: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = { after, ...parts }
    this.#hashKey = createHmac('sha256', parts.secret).update('networks of security events').digest()
  }

  /** The network comes from the current request. */
  record({ kind, customerId = null, staffId = null, detail = '' }: SecurityEvent): void {
    const { clock, after: later } = this.#parts
    const row = {
      at: clock(),
      kind,
      customer_id: customerId,
      staff_id: staffId,
      network_hash: this.#networkHash(),
      detail,
      count: 1,
    }

    const key = [kind, customerId, staffId, row.network_hash, detail].join(' ')
    const counted = this.#counting.get(key)
    if (counted) {
      counted.repeats++
      return
    }

    if (refusals.has(kind) && this.#counting.size >= maxRefusalsAtOnce) {
      this.#parts.log.warn({ event: kind }, 'too many security events, not recorded')
      return
    }

    this.#counting.set(key, { row, repeats: 0 })
    later(windowMs, () => this.#endCount(key))
    this.#write(row)
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#storeWaiting())
    return this.#flushed
  }

  /** Records what was counted so far, and writes everything. */
  async close(): Promise<void> {
    for (const key of [...this.#counting.keys()]) this.#endCount(key)
    await this.flush()
  }

  #networkHash(): string {
    const network = currentNetwork()
    if (network === undefined) return ''
    return createHmac('sha256', this.#hashKey).update(network).digest('base64url').slice(0, 22)
  }

  #endCount(key: string): void {
    const counted = this.#counting.get(key)
    if (!counted) return

    this.#counting.delete(key)
    if (counted.repeats > 0) this.#write({ ...counted.row, at: this.#parts.clock(), count: counted.repeats })
  }

  #write(row: EventRow): void {
    const { kind: event, customer_id: customerId, staff_id: staffId, network_hash: network, detail, count } = row
    const requestId = currentRequestId()
    this.#parts.log.info({ event, customerId, staffId, network, detail, count, requestId }, 'security event')

    this.#waiting.push(row)
    this.#planFlush()
  }

  #planFlush(): void {
    if (this.#isFlushPlanned) return

    this.#isFlushPlanned = true
    this.#parts.after(flushMs, () => {
      this.#isFlushPlanned = false
      void this.flush()
    })
  }

  async #storeWaiting(): Promise<void> {
    const rows = this.#waiting.splice(0)
    if (rows.length === 0) return

    try {
      // In one transaction, because rows of a failed write are written again.
      await this.#parts.db.transaction().execute((trx) => insertSecurityEvents(trx, rows))
    } catch (error) {
      this.#parts.log.warn(causeOf(error), 'security events could not be stored')
      this.#waiting = [...rows, ...this.#waiting].slice(0, maxWaiting)
      this.#planFlush()
    }
  }
}

/** A statement has at most 65,535 parameters. */
const rowsPerStatement = 1000

/** For events that belong to a transaction, such as those of the command line. */
export async function insertSecurityEvents(db: Db | Trx, rows: readonly EventRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const batch = rows.slice(start, start + rowsPerStatement)
    await db.insertInto('security_event').values(batch).execute()
  }
}
