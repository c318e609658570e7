import { Kysely, PostgresDialect, Transaction } from 'kysely'
import type { Db, Trx } from './database.ts'
import type { Database } from './schema.generated.ts'

/** Kysely asks for a driver, which opens connections and transactions; statements do not need it. */
const dialect = new PostgresDialect({
  pool: async () => {
    throw new Error('Statements that are sent together have a connection.')
  },
})
const parts = { config: { dialect }, dialect, driver: dialect.createDriver() }

/**
 * Starts some reads or writes at once and sends their statements together: one round trip instead of
 * one for each, which costs more than most statements. The database runs them in the given sequence,
 * so a lock protects what comes after it. None may need the result of another.
 *
 * Kysely alone would wait for each answer in a transaction, and use a connection for each statement
 * outside. The reads of a `Db` are no transaction: each sees what was committed before it.
 */
export async function together<D extends Db | Trx, T extends readonly Promise<unknown>[]>(
  db: D,
  start: (one: D) => readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  return db.getExecutor().provideConnection(async (connection) => {
    const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
    const props = { ...parts, executor }
    const one = db.isTransaction ? new Transaction<Database>(props) : new Kysely<Database>(props)
    const started = start(one as D)

    try {
      return await Promise.all(started)
    } finally {
      // The connection is free after the last answer. The first error is the cause of the others.
      await Promise.allSettled(started)
    }
  })
}
