import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** A statement that came so often will come again. */
const usesBefore = 10

/** Each costs memory in every connection, and some are built from lists of any length. */
const mostNames = 150
const mostCounted = 2000

/** The columns of a prepared statement have changed since: somebody migrates the tables. */
function isOutdated(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error && 'routine' in error)) return false
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Names for the statements that come again and again. */
class Names {
  #names = new Map<string, string>()
  #uses = new Map<string, number>()
  #generation = 1

  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= mostNames) return known

    const uses = 1 + (this.#uses.get(text) ?? 0)
    if (uses < usesBefore) {
      if (this.#uses.size >= mostCounted) this.#uses.clear()
      this.#uses.set(text, uses)
      return undefined
    }

    this.#uses.delete(text)

    const name = `${this.#generation}-${this.#names.size}`
    this.#names.set(text, name)

    return name
  }

  /** Gives all of them other names, so that every connection prepares them anew; once for all that fail at the same time. */
  renew(outdated: string): void {
    if (!outdated.startsWith(`${this.#generation}-`)) return
    this.#names.clear()
    this.#generation++
  }
}

/**
 * Connections that have the database parse and plan a statement once and not each time it comes: of the short statements of an order that
 * was two thirds of its work. A statement that fails because the tables were changed meanwhile is prepared anew the next time.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Names()
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const made = known.get(client) ?? preparingClient(client, names)
      known.set(client, made)
      return made
    },
  }
}

function preparingClient(client: pg.PoolClient, names: Names): PostgresPoolClient {
  const query = async (text: string, parameters: readonly unknown[]) => {
    const values = [...parameters]
    const name = values.length > 0 ? names.of(text) : undefined
    if (name === undefined) return client.query(text, values)

    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (isOutdated(error)) names.renew(name)
      throw error
    }
  }
  // The library's other form of `query`, for cursors, is not used.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
