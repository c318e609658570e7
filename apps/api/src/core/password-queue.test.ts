import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type PasswordTurn, queuePasswords } from './password-queue.ts'

const limits = { maxRunning: 1, maxWaiting: 6, maxWaitingPerOwner: 3, maxWaitMs: 5000 }

/** Hashes that end when the test says so, in the sequence in which they started. */
function aQueue() {
  const started: string[] = []
  const ends: (() => void)[] = []
  const verify = async (_stored: string | null, password: string) => {
    started.push(password)
    await new Promise<void>((resolve) => ends.push(resolve))
    return true
  }
  const passwords = queuePasswords({ hash: async () => '', verify, needsRehash: () => false }, limits)
  const login = (name: string, turn: PasswordTurn) => passwords.verify('stored', name, turn)

  return { started, login, endNext: () => ends.shift()?.() }
}

const from = (network: string): PasswordTurn => ({ caller: network, isKnown: false })

// With real timers, a login that still waits at the end of its test is refused during a later test.
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('lets networks take turns, so that a flood delays another login by one hash (AUT-6)', async () => {
  const { started, login, endNext } = aQueue()
  const flood = [1, 2, 3, 4].map((i) => login(`flood ${i}`, from('192.0.2.1')))
  const other = login('other', from('192.0.2.2'))

  endNext()
  await flood[0]
  expect(started).toEqual(['flood 1', 'other'])
  endNext()
  expect(await other).toBe(true)
})

it('refuses the attempts of a network that exceed its places, and accepts others', async () => {
  const { login, endNext } = aQueue()
  const flood = [1, 2, 3, 4].map((i) => login(`flood ${i}`, from('192.0.2.1')))
  await expect(login('too many', from('192.0.2.1'))).rejects.toMatchObject({ code: 'BUSY' })

  const other = login('other', from('192.0.2.2'))
  endNext()
  await flood[0]
  endNext()
  expect(await other).toBe(true)
})

it('never lets a known browser wait for strangers', async () => {
  const { started, login } = aQueue()
  for (let i = 0; i < 7; i++) void login(`stranger ${i}`, from(`192.0.2.${i}`))
  await expect(login('one more', from('192.0.2.99'))).rejects.toMatchObject({ code: 'BUSY' })

  void login('owner', { caller: 'customer', isKnown: true })
  expect(started).toEqual(['stranger 0', 'owner'])
})

it('answers busy when the wait was too long', async () => {
  const { started, login } = aQueue()
  void login('first', from('192.0.2.1'))
  const waiting = login('second', from('192.0.2.2'))
  const refused = expect(waiting).rejects.toMatchObject({ code: 'BUSY' })

  vi.advanceTimersByTime(5000)
  await refused
  expect(started).toEqual(['first'])
})
