import { keptAnswersName } from '#lib/gateway/staff-session.ts'
import { BrowserDatabase } from './browser-database.ts'

export interface KeptAnswer {
  data: unknown
  /** When the server gave it (epoch ms). */
  at: number
  bytes: number
}

/** Answers of the server that survive a reload, by the hash of their query. */
export interface AnswerStore {
  put(hash: string, answer: KeptAnswer): Promise<void>
  get(hash: string): Promise<KeptAnswer | null>
  /** Removes answers that are older than `from`, and the oldest ones that exceed `maxBytes` together. */
  prune(from: number, maxBytes: number): Promise<void>
}

const byAge = 'age'

/** Walks the keys of the index alone: reading the answers would take some hundred megabytes. */
function removeOld(store: IDBObjectStore, from: number, maxBytes: number): IDBRequest<IDBCursor | null> {
  let bytes = 0
  const walking = store.index(byAge).openKeyCursor(null, 'prev')
  walking.onsuccess = () => {
    const cursor = walking.result
    if (!cursor) return

    const [at, size] = Array.isArray(cursor.key) ? cursor.key.map(Number) : []
    bytes += size ?? 0
    if (at === undefined || at < from || bytes > maxBytes) store.delete(cursor.primaryKey)
    cursor.continue()
  }
  return walking
}

/** In the browser's database; throws where site data is blocked. */
export function createAnswerStore(): AnswerStore {
  const database = new BrowserDatabase(keptAnswersName, 'answers', (store) => store.createIndex(byAge, ['at', 'bytes']))

  return {
    async put(hash, answer) {
      await database.run('readwrite', (store) => store.put(answer, hash))
    },
    async get(hash) {
      return (await database.run<KeptAnswer | undefined>('readonly', (store) => store.get(hash))) ?? null
    },
    async prune(from, maxBytes) {
      await database.run('readwrite', (store) => removeOld(store, from, maxBytes))
    },
  }
}
