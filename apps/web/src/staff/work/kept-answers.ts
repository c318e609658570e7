import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '#lib/gateway/api-error.ts'
import { staffQueries, staffSession } from '#lib/gateway/staff-session.ts'
import { type AnswerStore, createAnswerStore } from './answer-store.ts'
import { shiftMs } from './work.api.ts'

/** Enough for what `kept-runs.ts` reads ahead. */
const maxBytes = 250 * 1024 * 1024

/** Who is signed in, what is next, the runs and the trays: read back whenever they are asked for. */
const records = new Set(['me', 'next-steps', 'run', 'run-inspection', 'next-trays'])
/** Models and drawings take megabytes: read back when they are shown. */
const files = new Set(['mesh', 'drawing'])

function kindOf([side, subject, aspect]: QueryKey): 'record' | 'file' | null {
  if (side !== staffQueries || typeof subject !== 'string') return null
  // Not what a failure of the tray would do to its orders: that changes with other orders.
  const isTray = subject === 'tray' && aspect === 'view'
  if (records.has(subject) || isTray) return 'record'
  return files.has(subject) ? 'file' : null
}

/** What a proxy without a server answers. The product's own answers have a code. */
const absences = [502, 503, 504]

function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || (error.code === 'UNEXPECTED' && absences.includes(error.status))
}

function bytesOf(data: unknown): number {
  if (data instanceof Blob) return data.size

  const arrays = Object.values(Object(data)).filter((part) => ArrayBuffer.isView(part))
  if (arrays.length === 0) return JSON.stringify(data).length
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

interface Options {
  store?: AnswerStore
  isSignedIn?: () => boolean
  now?: () => number
}

/**
 * Keeps the answers that the work station needs, and returns them after a reload to queries that get
 * no answer. Never replaces a refusal of the server. Restored answers are stale: they are read again
 * as soon as any of these queries succeeds.
 */
export class KeptAnswers {
  readonly #client: QueryClient
  readonly #store: AnswerStore
  readonly #isSignedIn: () => boolean
  readonly #now: () => number
  /** The age of what was read back, by the hash of its query. */
  readonly #restored = new Map<string, number>()

  constructor(client: QueryClient, options: Options = {}) {
    this.#client = client
    this.#store = options.store ?? createAnswerStore()
    this.#isSignedIn = options.isSignedIn ?? (() => staffSession.token() !== null)
    this.#now = options.now ?? Date.now
  }

  /** Subscribes to the query cache. Returns the function that unsubscribes. */
  start(): () => void {
    const cache = this.#client.getQueryCache()
    // What another screen has read before, such as who is signed in.
    for (const query of cache.getAll()) if (kindOf(query.queryKey) !== null && query.state.data) void this.#save(query)

    return cache.subscribe((event) => {
      if (event.type !== 'updated') return
      const { query, action } = event
      const kind = kindOf(query.queryKey)
      if (kind === null) return

      if (action.type === 'success') {
        void this.#save(query)
        if (!action.manual) this.#refreshRestored(query.queryHash)
        return
      }

      const isOffline =
        action.type === 'pause' || ((action.type === 'failed' || action.type === 'error') && isUnanswered(action.error))
      const isWanted = kind === 'record' || query.getObserversCount() > 0
      if (isOffline && isWanted) void this.#restore(query)
    })
  }

  async #save({ queryHash, queryKey, state: { data, dataUpdatedAt: at } }: Query): Promise<void> {
    const isKept = this.#restored.get(queryHash) === at
    if (isKept || !this.#isSignedIn()) return

    try {
      await this.#store.put(queryHash, { data, at, bytes: bytesOf(data) })
      // Read again after each change of production: often enough.
      if (queryKey[1] === 'next-steps') await this.#store.prune(this.#now() - shiftMs, maxBytes)
    } catch {
      // Without room or a database, a reload needs the network.
    }
  }

  async #restore({ queryHash, queryKey }: Query): Promise<void> {
    const answer = await this.#store.get(queryHash).catch(() => null)
    const isOld = answer === null || answer.at < this.#now() - shiftMs
    if (isOld || !this.#isSignedIn() || this.#client.getQueryData(queryKey) !== undefined) return

    this.#restored.set(queryHash, answer.at)
    this.#client.setQueryData(queryKey, answer.data, { updatedAt: answer.at })
  }

  #refreshRestored(answered: string): void {
    this.#restored.delete(answered)
    const hashes = [...this.#restored.keys()]
    this.#restored.clear()

    for (const hash of hashes) {
      const queryKey = this.#client.getQueryCache().get(hash)?.queryKey
      if (queryKey) void this.#client.invalidateQueries({ queryKey, exact: true })
    }
  }
}
