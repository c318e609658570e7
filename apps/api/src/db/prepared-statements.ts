import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** A statement is prepared at its tenth use. */
const minUses = 10

/** Each prepared statement costs memory per connection, and some contain lists of any length. */
const maxPrepared = 150
const maxCounted = 2000

/** A migration changed the columns of a prepared statement. */
function isOutdated(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error && 'routine' in error)) return false
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Names of the statements to prepare, shared by all connections of a pool. */
class StatementNames {
  #names = new Map<string, string>()
  #uses = new Map<string, number>()
  #generation = 1

  /** Undefined if the statement is not used often enough. */
  find(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= maxPrepared) return known

    const uses = 1 + (this.#uses.get(text) ?? 0)
    if (uses < minUses) {
      if (this.#uses.size >= maxCounted) this.#uses.clear()
      this.#uses.set(text, uses)
      return undefined
    }

    this.#uses.delete(text)

    const name = `${this.#generation}-${this.#names.size}`
    this.#names.set(text, name)

    return name
  }

  /** Renames all statements, so that connections prepare them again. Idempotent per generation. */
  invalidate(outdatedName: string): void {
    if (!outdatedName.startsWith(`${this.#generation}-`)) return
    this.#names.clear()
    this.#generation++
  }
}

/**
 * Prepares frequent statements: parsing and planning were two thirds of the database's work for an
 * order. A statement that fails because a migration changed its table is re-prepared next time.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new StatementNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const preparingClient = wrapped.get(client) ?? wrapClient(client, names)
      wrapped.set(client, preparingClient)
      return preparingClient
    },
  }
}

/** `begin`, or what Kysely sends for another isolation level. */
const opensTransaction = /^(begin|start transaction)\b/
const endsTransaction = /^(commit|rollback)$/

const nothing = { command: '', rowCount: 0, rows: [] }

function wrapClient(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  let opening: string | undefined
  let isCollecting = false

  /** Statements that are sent at the same time go out in one write: each costs a system call. */
  const collect = () => {
    if (isCollecting) return
    isCollecting = true

    const { stream } = client.connection
    stream.cork()
    process.nextTick(() => {
      isCollecting = false
      stream.uncork()
    })
  }

  const send = async (text: string, values: unknown[]) => {
    const name = values.length > 0 ? names.find(text) : undefined
    if (name === undefined) return client.query(text, values)

    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (isOutdated(error)) names.invalidate(name)
      throw error
    }
  }

  /** The first statement of a transaction travels with `begin`: one round trip less. */
  const query = async (text: string, parameters: readonly unknown[]) => {
    const values = [...parameters]
    const begin = opening
    opening = undefined

    if (opensTransaction.test(text)) {
      opening = text
      return nothing
    }
    if (begin !== undefined && endsTransaction.test(text)) return nothing

    collect()
    if (begin === undefined) return send(text, values)

    const [, result] = await Promise.all([client.query(begin), send(text, values)])
    return result
  }

  // The other overload of `query`, for cursors, is not used.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
