import { BrowserDatabase } from './browser-database.ts'

/** The bytes of photos that wait for the network. They are too large for `localStorage`. */
export interface PhotoFiles {
  put(key: string, file: Blob): Promise<void>
  /** Null if the browser has lost the file. Throws if it cannot be read now. */
  get(key: string): Promise<Blob | null>
  remove(key: string): Promise<void>
  /** Removes files that no photo of the queue has any more. */
  keepOnly(keys: readonly string[]): Promise<void>
}

interface StoredFile {
  bytes: ArrayBuffer
  type: string
  /** Epoch ms. */
  at: number
}

/** How long a file without an entry stays: another tab stores the entry after the file. */
const graceMs = 3_600_000

/**
 * Photos in the browser's database. They survive a reload. Browsers that block site data, or have
 * no room left, keep them in memory for the visit.
 */
export function createPhotoFiles(): PhotoFiles {
  const database = new BrowserDatabase('staff.work-photos', 'photos')
  const memory = new Map<string, Blob>()

  return {
    async put(key, file) {
      try {
        // Not the file itself: that of a camera may be gone after a reload.
        const stored: StoredFile = { bytes: await file.arrayBuffer(), type: file.type, at: Date.now() }
        await database.run('readwrite', (store) => store.put(stored, key))
      } catch {
        memory.set(key, file)
      }
    },

    async get(key) {
      const kept = memory.get(key)
      if (kept) return kept

      const stored = await database.run<StoredFile | undefined>('readonly', (store) => store.get(key))
      return stored ? new Blob([stored.bytes], { type: stored.type }) : null
    },

    async remove(key) {
      memory.delete(key)
      await database.run('readwrite', (store) => store.delete(key)).catch(() => undefined)
    },

    async keepOnly(keys) {
      try {
        for (const key of await database.run('readonly', (store) => store.getAllKeys())) {
          if (keys.includes(String(key))) continue

          const stored = await database.run<StoredFile | undefined>('readonly', (store) => store.get(key))
          if (stored && stored.at < Date.now() - graceMs) await database.run('readwrite', (store) => store.delete(key))
        }
      } catch {
        // Without a database there is nothing to remove.
      }
    },
  }
}
