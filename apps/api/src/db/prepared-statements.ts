import { createHash } from 'node:crypto'
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

/** A statement of our name is missing or was prepared by another client: the connection is shared. */
function isShared(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && ['26000', '42P05'].includes(`${error.code}`)
}

/** Names of the statements to prepare, shared by all connections of a pool. */
class StatementNames {
  #isOff: boolean
  #names = new Map<string, string>()
  #uses = new Map<string, number>()
  #generation = 1

  constructor(isOff: boolean) {
    this.#isOff = isOff
  }

  /** Undefined if the statement is not used often enough. */
  find(text: string): string | undefined {
    if (this.#isOff) return undefined

    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= maxPrepared) return known

    const uses = 1 + (this.#uses.get(text) ?? 0)
    if (uses < minUses) {
      if (this.#uses.size >= maxCounted) this.#uses.clear()
      this.#uses.set(text, uses)
      return undefined
    }

    this.#uses.delete(text)

    // From the text, not a counter: over a shared connection a counter names another server's statement.
    const name = `${this.#generation}-${createHash('sha256').update(text).digest('base64url')}`
    this.#names.set(text, name)

    return name
  }

  /** Prepares nothing from now on. */
  switchOff(): void {
    this.#isOff = true
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
 *
 * Not over a pool that shares connections between transactions: most forget which connection has
 * which statement.
 */
export function preparing(
  pool: pg.Pool,
  { isPooled, trace }: { isPooled: boolean; trace?: Trace | undefined },
): PostgresPool {
  const names = new StatementNames(isPooled)
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const preparingClient = wrapped.get(client) ?? wrapClient(client, names, trace)
      wrapped.set(client, preparingClient)
      return preparingClient
    },
  }
}

/** `begin`, or what Kysely sends for another isolation level. */
const opensTransaction = /^(begin|start transaction)\b/
const endsTransaction = /^(commit|rollback)$/

const nothing = { command: '', rowCount: 0, rows: [] }

/** Runs a statement and measures it. */
export type Trace = <T>(text: string, run: () => Promise<T>) => Promise<T>

const untraced: Trace = (_text, run) => run()

function wrapClient(client: pg.PoolClient, names: StatementNames, trace = untraced): PostgresPoolClient {
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
      if (isShared(error)) names.switchOff()
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
    if (begin === undefined) return trace(text, () => send(text, values))

    return trace(text, async () => {
      const [, result] = await Promise.all([client.query(begin), send(text, values)])
      return result
    })
  }

  // The other overload of `query`, for cursors, is not used.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
