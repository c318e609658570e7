import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { preparing, type Trace } from './prepared-statements.ts'
import type { Database } from './schema.generated.ts'

export type Db = Kysely<Database>
export type Trx = Transaction<Database>

/** Our connections carry this name, so that the embedded server knows which ones are ours. */
export const applicationName = 'cotation'

/** By default the driver parses a date as local midnight, which can move it by a day. */
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

/** Settings of a connection at the server. PgBouncer refuses them: they would reach other clients. */
const sessionLimits = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }

/**
 * Our queries are short: starting processes that share one, or compiling it, takes longer than it saves.
 * A list of staff took 40 ms instead of 16.
 */
const planSettings = 'set max_parallel_workers_per_gather = 0; set jit = off'

/** Fails fast: without a database, requests are answered "busy" instead of hanging (FLT-1). */
export function openDatabase(
  connectionString: string,
  options: {
    maxConnections?: number
    answerTimeoutMs?: number
    /** A pool before PostgreSQL shares its connections between transactions. */
    isPooled?: boolean
    onIdleError?: (error: Error) => void
    trace?: Trace | undefined
  } = {},
): Db {
  const pool = new pg.Pool({
    connectionString,
    application_name: applicationName,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: 5_000,
    // The server's own limit does not help if its answers get lost on the network.
    query_timeout: options.answerTimeoutMs ?? 20_000,
    keepAlive: true,
    // A transaction's `begin` and its first statement are sent together.
    pipeline: true,
    ...(options.isPooled ? {} : sessionLimits),
  })
  pool.on('error', (error) => options.onIdleError?.(error))

  // The pool handles errors of idle connections only. Without this listener a connection that dies
  // between two statements of a transaction would end the process; the next statement fails anyway.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    // Sent before the first statement, which reports a connection that fails.
    if (!options.isPooled) client.query(planSettings).catch(() => undefined)
  })

  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: preparing(pool, { isPooled: options.isPooled ?? false, trace: options.trace }),
    }),
  })
  pools.set(db, pool)
  return db
}

/** Kysely does not show its pool. */
const pools = new WeakMap<Db, pg.Pool>()

/** Connections of a database that `openDatabase` opened, and what waits for one. */
export function poolUseOf(db: Db): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

/** Runs all reads on one snapshot: an order and its payments, read apart, could be inconsistent. */
export function readSnapshot<T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
