import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { preparing } from './prepared-statements.ts'
import type { Database } from './schema.generated.ts'

export type Db = Kysely<Database>
export type Trx = Transaction<Database>

/** Names our connections, so that the embedded server can tell who still uses it. */
export const applicationName = 'cotation'

/** Days are calendar days, not instants: a driver that makes them local midnights moves them by a day. */
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

/** A pool that fails fast: a database that is gone must answer "busy", not hang the request (FLT-1). */
export function openDatabase(
  connectionString: string,
  options: { maxConnections?: number; answerTimeoutMs?: number; onIdleError?: (error: Error) => void } = {},
): Db {
  const pool = new pg.Pool({
    connectionString,
    application_name: applicationName,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    // The server's own limit does not help when its answers are lost on the way.
    query_timeout: options.answerTimeoutMs ?? 20_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  })
  pool.on('error', (error) => options.onIdleError?.(error))

  // The pool listens to idle connections only: one that dies between two statements of a transaction would end the
  // process. The next statement on it fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
}
