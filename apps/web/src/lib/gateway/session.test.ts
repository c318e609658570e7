import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { createSession, temporaryTokenKey, tokenKey } from './session.ts'

const kept = new Map<string, string>()

const storage: KeyValueStorage = {
  get: (key) => kept.get(key) ?? null,
  set: (key, value) => void kept.set(key, value),
  remove: (key) => void kept.delete(key),
}

let now = 1_000_000
let session = createSession(storage, () => now)

describe('the session in browser storage (spec 3 and 4)', () => {
  beforeEach(() => {
    kept.clear()
    now = 1_000_000
    session = createSession(storage, () => now)
  })

  it('stores the token under "token" until it expires, then removes it', () => {
    session.store({ accessToken: 'a', expiresIn: 60 })
    now += 59_999
    expect(session.token()).toBe('a')
    now++
    expect(session.token()).toBeNull()
    expect(kept.has(tokenKey)).toBe(false)
  })

  it('stores a token without expiry for ever', () => {
    session.store({ accessToken: 'a' })
    now += 10 ** 12
    expect(session.token()).toBe('a')
  })

  it('stores the temporary token under its own key', () => {
    session.storeTemporary({ accessToken: 'visitor' })
    expect(session.token()).toBeNull()
    expect(session.temporaryToken()).toBe('visitor')
    expect([...kept.keys()]).toEqual([temporaryTokenKey])
  })

  it('removes the temporary token when a real one is stored (BOL-6)', () => {
    session.storeTemporary({ accessToken: 'visitor' })
    session.store({ accessToken: 'real' })
    expect([session.token(), session.temporaryToken()]).toEqual(['real', null])
    session.clear()
    expect([...kept.keys()]).toEqual([])
  })

  it.each(['null', '"text"', '{', '{"value":3}'])('removes an invalid token: %s', (raw) => {
    kept.set(tokenKey, raw)
    expect(session.token()).toBeNull()
    expect(kept.has(tokenKey)).toBe(false)
  })

  it('knows whether the session ended without a logout', () => {
    expect(session.hasEnded()).toBe(false)

    session.store({ accessToken: 'a', expiresIn: 60 })
    now += 60_000
    expect(session.token()).toBeNull()
    expect(session.hasEnded()).toBe(true)

    session.store({ accessToken: 'b' })
    expect(session.hasEnded()).toBe(false)
    session.clear()
    expect(session.hasEnded()).toBe(true)

    session.store({ accessToken: 'c' })
    session.clear('loggedOut')
    expect(session.hasEnded()).toBe(false)

    session.storeTemporary({ accessToken: 'visitor' })
    session.clear()
    expect(session.hasEnded()).toBe(false)
  })

  it('clears both tokens and notifies listeners', () => {
    const listener = vi.fn()
    session.store({ accessToken: 'a' })
    session.storeTemporary({ accessToken: 'b' })

    const stop = session.subscribe(listener)
    session.clear()

    expect([session.token(), session.temporaryToken(), listener.mock.calls.length]).toEqual([null, null, 1])

    stop()
    session.store({ accessToken: 'c' })

    expect(listener).toHaveBeenCalledTimes(1)
  })
})
