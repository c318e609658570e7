import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, PostgresDialect } from 'kysely'
import type { Db, Trx } from './database.ts'
import type { Database } from './schema.generated.ts'

const begin = (name: string) => CompiledQuery.raw(`savepoint ${name}`)
const release = (name: string) => CompiledQuery.raw(`release savepoint ${name}`)
const goBack = (name: string) => CompiledQuery.raw(`rollback to savepoint ${name}`)

/** The transactions of services become savepoints of the one that is open. They end in reverse sequence. */
class SavepointDriver implements Driver {
  readonly #connection: DatabaseConnection
  #open = 0

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#open++
    await connection.executeQuery(begin(this.#name))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(release(this.#name))
    this.#open--
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(goBack(this.#name))
    await connection.executeQuery(release(this.#name))
    this.#open--
  }

  get #name(): string {
    return `nested_${this.#open}`
  }
}

/**
 * Makes many calls of services one transaction: a process that dies in between leaves nothing behind.
 * `one` is for one caller that awaits each call; two transactions at the same time would end each other.
 * Isolation levels of services have no effect, as nobody else sees or changes the rows meanwhile.
 */
export async function inOneTransaction<T>(db: Db, work: (one: Db, trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute((trx) =>
    trx.getExecutor().provideConnection((connection) => {
      const dialect = new PostgresDialect({ pool: async () => Promise.reject(new Error('There is one connection.')) })
      const executor = trx
        .getExecutor()
        .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
      const one = new Kysely<Database>({
        config: { dialect },
        dialect,
        driver: new SavepointDriver(connection),
        executor,
      })
      return work(one, trx)
    }),
  )
}
