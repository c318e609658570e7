import type { KeyValueStorage } from '#lib/browser-storage.ts'

/** The storage of one tablet: a second queue on it is the same tablet after a reload. */
export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}
