import * as argon2 from '@node-rs/argon2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { BusyError, createPasswordHasher, passwordPolicy } from './password-hash.ts'

// A spy: every call still does the real work.
vi.mock('@node-rs/argon2', { spy: true })
beforeEach(() => vi.clearAllMocks())

const weak = { memoryCost: 1024, timeCost: 1, parallelism: 1 }

describe('a password', () => {
  test.each([
    ['plain', 'correct horse battery staple'],
    ['unicode', 'mot de passe à l’été 🔧 密码 \u0000 fin'],
    ['one character', 'x'],
    ['256 characters', 'é'.repeat(256)],
    ['with blanks around', '  secret  '],
  ])('matches its own hash and no other: %s', async (_name, password) => {
    const hasher = createPasswordHasher()
    const stored = await hasher.hash(password)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.verify(stored, password)).toBe(true)
    for (const other of [`${password}x`, password.slice(0, -1), password.trim().toUpperCase().concat(' ')]) {
      expect(await hasher.verify(stored, other)).toBe(false)
    }
  })

  test('gets a different hash every time', async () => {
    const hasher = createPasswordHasher()
    expect(await hasher.hash('secret')).not.toBe(await hasher.hash('secret'))
  })
})

test('verifying an unknown account costs as much as a real one and never matches (AUT-2)', async () => {
  const hasher = createPasswordHasher()
  expect(await hasher.verify(null, 'secret')).toBe(false)
  expect(await hasher.verify(null, '')).toBe(false)
  expect(argon2.verify).toHaveBeenCalledTimes(2)

  const [checked, password] = vi.mocked(argon2.verify).mock.calls[0] ?? []
  expect(password).toBe('secret')

  const real = await hasher.hash('secret')
  expect(argon2.parseOptions(checked ?? '')).toEqual(argon2.parseOptions(real))
})

describe('needsRehash', () => {
  test('is true for a weaker or different hash, and false for a current one', async () => {
    const hasher = createPasswordHasher()
    expect(hasher.needsRehash(await hasher.hash('secret'))).toBe(false)
    expect(hasher.needsRehash(await argon2.hash('secret', weak))).toBe(true)
    expect(hasher.needsRehash(await argon2.hash('secret', { ...passwordPolicy, timeCost: 1 }))).toBe(true)
    expect(hasher.needsRehash(await argon2.hash('secret', { ...passwordPolicy, algorithm: 1 }))).toBe(true)
  })
})

describe('the hasher under load', () => {
  test('runs at most the allowed number in parallel and serves all', async () => {
    const hasher = createPasswordHasher({ concurrency: 2, queueLimit: 10 })
    const stored = await argon2.hash('secret', weak)
    const done: number[] = []
    const calls = Array.from({ length: 8 }, (_, index) =>
      hasher.verify(stored, 'secret').then((matches) => {
        done.push(index)
        return matches && vi.mocked(argon2.verify).mock.calls.length - done.length
      }),
    )

    expect(argon2.verify).toHaveBeenCalledTimes(2)

    const others = await Promise.all(calls)
    expect(Math.max(...others.map(Number))).toBeLessThanOrEqual(2)
    expect(argon2.verify).toHaveBeenCalledTimes(8)
  })

  test('refuses calls beyond the queue limit and serves the rest', async () => {
    const hasher = createPasswordHasher({ concurrency: 1, queueLimit: 2 })
    const stored = await argon2.hash('secret', weak)
    const [working, queued, alsoQueued, tooMany] = [1, 2, 3, 4].map(() => hasher.verify(stored, 'secret'))
    await expect(tooMany).rejects.toBeInstanceOf(BusyError)
    expect(await Promise.all([working, queued, alsoQueued])).toEqual([true, true, true])
    expect(await hasher.verify(stored, 'secret')).toBe(true)
  })

  test('frees the slot after an error', async () => {
    const hasher = createPasswordHasher({ concurrency: 1, queueLimit: 0 })
    for (let attempt = 0; attempt < 3; attempt++) await expect(hasher.verify('damaged', 'x')).rejects.toThrow()
    expect(await hasher.verify(null, 'x')).toBe(false)
  })
})
