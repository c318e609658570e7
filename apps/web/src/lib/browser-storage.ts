/** The part of `localStorage` that the app uses. */
export interface KeyValueStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** Browsers that block site data throw on every access: the visit then lives on memory, and nothing else breaks. */
function createBrowserStorage(open: () => Storage): KeyValueStorage {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(open())
    } catch {
      return otherwise
    }
  }

  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, value) {
      const kept = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (!kept) memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
  }
}

/** Kept between visits. */
export const browserStorage = createBrowserStorage(() => window.localStorage)

/** Kept while the tab is open. */
export const visitStorage = createBrowserStorage(() => window.sessionStorage)
