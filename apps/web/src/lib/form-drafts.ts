import { browserStorage, type KeyValueStorage, visitStorage, withPrefix } from './browser-storage.ts'

const storageKey = 'formDrafts'

/** Written at a log-out, so that the other tabs remove their drafts from the storage too. */
export const loggedOutKey = 'loggedOutAt'

/** What was typed a week ago is more likely to surprise than to help. */
const maxAgeMs = 7 * 86_400_000

/** Customers who logged out elsewhere and go on here do so soon. */
const maxInMemoryMs = 3_600_000

interface StoredDraft {
  ownerId: string
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
  'ownerId' in entry &&
  typeof entry.ownerId === 'string' &&
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

/** Forms that their owner, a customer or a member of staff, has not sent yet, so that a reload loses nothing. */
export function createFormDrafts(storage: KeyValueStorage, now: () => number) {
  let inMemory: { drafts: readonly StoredDraft[]; since: number } = { drafts: [], since: 0 }

  const listInMemory = () => (Math.abs(now() - inMemory.since) < maxInMemoryMs ? inMemory.drafts : [])

  /** Drafts of an earlier owner in this tab are left out, and so disappear at the next write. */
  const list = (ownerId: string) =>
    [...parse(storage.get(storageKey)), ...listInMemory()].filter(
      (draft) => draft.ownerId === ownerId && Math.abs(now() - draft.savedAt) < maxAgeMs,
    )

  const write = (drafts: readonly StoredDraft[]) => {
    inMemory = { drafts: [], since: 0 }
    if (drafts.length === 0) storage.remove(storageKey)
    else storage.set(storageKey, JSON.stringify(drafts))
  }

  const listOthers = (ownerId: string, name: string) => list(ownerId).filter((draft) => draft.name !== name)

  return {
    find: (ownerId: string, name: string): unknown => list(ownerId).find((draft) => draft.name === name)?.value,
    save(ownerId: string, name: string, value: unknown) {
      write([...listOthers(ownerId, name), { ownerId, name, savedAt: now(), value }])
    },
    remove: (ownerId: string, name: string) => write(listOthers(ownerId, name)),
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

/** The same of the staff side, apart from those of a customer, who may use the same tab. */
export const staffDrafts = createFormDrafts(withPrefix(visitStorage, 'staff.'), () => Date.now())

/** At a customer's log-out: removes the drafts of this tab. The `storage` event makes other tabs move theirs to memory. */
export function endDrafts(): void {
  formDrafts.removeAll()
  browserStorage.set(loggedOutKey, String(Date.now()))
}
