import { browserStorage, type KeyValueStorage, visitStorage } from './browser-storage.ts'

const storageKey = 'formDrafts'

/** Written at a log-out, so that the other tabs remove their drafts from the storage too. */
export const loggedOutKey = 'loggedOutAt'

/** What was typed a week ago is more likely to surprise than to help. */
const maxAgeMs = 7 * 86_400_000

/** A customer who logged out elsewhere and goes on here does so soon. */
const maxInMemoryMs = 3_600_000

interface StoredDraft {
  customerId: string
  /** The form and what it is about: `checkout:<project>`. */
  name: string
  /** Milliseconds since 1970. */
  savedAt: number
  /** The form checks it when it reads it. */
  value: unknown
}

const isStoredDraft = (entry: unknown): entry is StoredDraft =>
  typeof entry === 'object' &&
  entry !== null &&
  'customerId' in entry &&
  typeof entry.customerId === 'string' &&
  'name' in entry &&
  typeof entry.name === 'string' &&
  'savedAt' in entry &&
  typeof entry.savedAt === 'number' &&
  'value' in entry

function parse(raw: string | null): StoredDraft[] {
  if (raw === null) return []

  try {
    const stored: unknown = JSON.parse(raw)
    return Array.isArray(stored) ? stored.filter(isStoredDraft) : []
  } catch {
    return []
  }
}

/** Forms that a customer has not sent yet, so that a reload loses nothing. */
export function createFormDrafts(storage: KeyValueStorage, now: () => number) {
  let inMemory: { drafts: readonly StoredDraft[]; since: number } = { drafts: [], since: 0 }

  const listInMemory = () => (Math.abs(now() - inMemory.since) < maxInMemoryMs ? inMemory.drafts : [])

  /** Drafts of an earlier customer of this tab are left out, and so disappear at the next write. */
  const list = (customerId: string) =>
    [...parse(storage.get(storageKey)), ...listInMemory()].filter(
      (draft) => draft.customerId === customerId && Math.abs(now() - draft.savedAt) < maxAgeMs,
    )

  const write = (drafts: readonly StoredDraft[]) => {
    inMemory = { drafts: [], since: 0 }
    if (drafts.length === 0) storage.remove(storageKey)
    else storage.set(storageKey, JSON.stringify(drafts))
  }

  const listOthers = (customerId: string, name: string) => list(customerId).filter((draft) => draft.name !== name)

  return {
    find: (customerId: string, name: string): unknown => list(customerId).find((draft) => draft.name === name)?.value,
    save(customerId: string, name: string, value: unknown) {
      write([...listOthers(customerId, name), { customerId, name, savedAt: now(), value }])
    },
    remove: (customerId: string, name: string) => write(listOthers(customerId, name)),
    removeAll: () => write([]),
    /**
     * Moves the drafts from the storage to the memory of this page. A customer who logged out in
     * another tab finds them after the next login here; the storage holds nothing for others to read.
     */
    moveToMemory() {
      inMemory = { drafts: [...parse(storage.get(storageKey)), ...listInMemory()], since: now() }
      storage.remove(storageKey)
    },
  }
}

/** In the tab's storage: two tabs keep their own drafts, and closing a tab removes them. */
export const formDrafts = createFormDrafts(visitStorage, () => Date.now())

/** At a log-out: removes the drafts of this tab. The `storage` event makes other tabs move theirs to memory. */
export function endDrafts(): void {
  formDrafts.removeAll()
  browserStorage.set(loggedOutKey, String(Date.now()))
}
