/** The part of `localStorage` that the app uses. */
export interface KeyValueStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/**
 * Browsers that block site data throw on every access: values then live in memory for the visit.
 */
function createBrowserStorage(open: () => Storage): KeyValueStorage {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T, fallback: T): T => {
    try {
      return use(open())
    } catch {
      return fallback
    }
  }

  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (!isStored) memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
  }
}

/** Persists between visits. */
export const browserStorage = createBrowserStorage(() => window.localStorage)

/** Persists while the tab is open. */
export const visitStorage = createBrowserStorage(() => window.sessionStorage)

/** The same storage under keys that no other part of the app uses. */
export const withPrefix = (storage: KeyValueStorage, prefix: string): KeyValueStorage => ({
  get: (key) => storage.get(prefix + key),
  set: (key, value) => storage.set(prefix + key, value),
  remove: (key) => storage.remove(prefix + key),
})
