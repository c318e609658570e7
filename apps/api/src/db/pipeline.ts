import { Kysely, PostgresDialect, Transaction } from 'kysely'
import type { Db, Trx } from './database.ts'
import type { Database } from './schema.generated.ts'

/** Kysely asks for a driver, which opens connections and transactions; statements do not need it. */
const dialect = new PostgresDialect({
  pool: async () => {
    throw new Error('A pipelined statement asked for a connection of its own.')
  },
})
const executorParts = { config: { dialect }, dialect, driver: dialect.createDriver() }

/**
 * Sends several reads or writes on one connection without waiting in between: one round trip instead
 * of one per statement, which costs more than most statements. None may need the result of another.
 *
 * Only the first statements run in the given sequence, so each of them must be sent before anything
 * is awaited. A lock at the front then protects those after it.
 *
 * Kysely alone waits for each answer in a transaction, and takes a connection per statement outside.
 * Outside a transaction each read sees what was committed before it.
 */
export async function pipeline<D extends Db | Trx, T extends readonly Promise<unknown>[]>(
  db: D,
  start: (one: D) => readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  return db.getExecutor().provideConnection(async (connection) => {
    const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
    const props = { ...executorParts, executor }
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
