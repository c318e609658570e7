import { browserStorage, type KeyValueStorage } from '#lib/browser-storage.ts'
import { customerLook, lookStorage } from './customer-look.ts'

/**
 * Spec 3: the token under the key `token` with an optional expiry, the temporary token under its
 * own key.
 */
export const tokenKey = 'token'
export const temporaryTokenKey = 'temporaryToken'

export interface SessionGrant {
  accessToken: string
  /** Seconds; absent means that only the server ends the session. */
  expiresIn?: number
}

interface StoredToken {
  value: string
  /** Milliseconds since 1970. */
  expiresAt?: number
}

function parse(raw: string | null): StoredToken | null {
  if (raw === null) return null

  try {
    const stored: unknown = JSON.parse(raw)
    if (typeof stored !== 'object' || stored === null || !('value' in stored) || typeof stored.value !== 'string')
      return null

    const expiresAt = 'expiresAt' in stored && typeof stored.expiresAt === 'number' ? stored.expiresAt : undefined
    return expiresAt === undefined ? { value: stored.value } : { value: stored.value, expiresAt }
  } catch {
    return null
  }
}

export function createSession(storage: KeyValueStorage, now: () => number) {
  const listeners = new Set<() => void>()
  let hasEnded = false
  const notify = () => {
    for (const listener of listeners) listener()
  }

  const read = (key: string): string | null => {
    const raw = storage.get(key)
    const stored = parse(raw)
    const expired = stored?.expiresAt !== undefined && stored.expiresAt <= now()
    if (stored && !expired) return stored.value

    if (raw !== null) storage.remove(key)
    if (expired && key === tokenKey) hasEnded = true
    return null
  }

  const write = (key: string, { accessToken, expiresIn }: SessionGrant) => {
    const stored: StoredToken = { value: accessToken }
    if (expiresIn !== undefined) stored.expiresAt = now() + expiresIn * 1000
    storage.set(key, JSON.stringify(stored))
    notify()
  }

  return {
    /** The real token, or null. An expired one is removed from storage (spec 4). */
    token: () => read(tokenKey),
    temporaryToken: () => read(temporaryTokenKey),
    /**
     * The server moves everything of the temporary token to the account at login, so that token is
     * useless now.
     */
    store(grant: SessionGrant) {
      hasEnded = false
      storage.remove(temporaryTokenKey)
      write(tokenKey, grant)
    },
    storeTemporary: (grant: SessionGrant) => write(temporaryTokenKey, grant),
    /** `ended`: the server no longer accepts the token. `loggedOut`: the customer wanted it. */
    clear(why: 'ended' | 'loggedOut' = 'ended') {
      const hasToken = storage.get(tokenKey) !== null
      if (why === 'loggedOut') hasEnded = false
      else if (hasToken) hasEnded = true

      // Listeners fetch again: notifying without a change would loop on a 401.
      if (!hasToken && storage.get(temporaryTokenKey) === null) return
      storage.remove(tokenKey)
      storage.remove(temporaryTokenKey)
      notify()
    },
    /** Whether the customer was logged in on this page, and did not log out. */
    hasEnded: () => hasEnded,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Another tab signed in or out. */
    notify,
  }
}

export type Session = ReturnType<typeof createSession>

export const session = createSession(customerLook === null ? browserStorage : lookStorage, () => Date.now())
