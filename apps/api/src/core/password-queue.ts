import type { PasswordHasher } from '#adapters/password-hash.ts'
import { OwnerQueue, type OwnerQueueLimits } from './owner-queue.ts'

/** Whose turn a hash takes. */
export interface PasswordTurn {
  /** A network, or the id of a customer who is known here. */
  caller: string
  /** Logged in, or in a browser that has logged in to this account before. */
  isKnown: boolean
}

export interface Passwords extends PasswordHasher {
  hash(password: string, turn?: PasswordTurn): Promise<string>
  verify(stored: string | null, password: string, turn?: PasswordTurn): Promise<boolean>
}

/**
 * A hash takes a core for 22 ms, so a queue of this length is a second of work. An office that logs in
 * from one address in the same moment needs less than its share.
 */
const defaultLimits: OwnerQueueLimits = {
  maxRunning: 2,
  maxWaiting: 100,
  maxWaitingPerOwner: 25,
  maxWaitMs: 5000,
}

/** For the start of the demo, for which no caller waits. */
const nobody: PasswordTurn = { caller: '', isKnown: false }

/**
 * Hashes passwords in turns (AUT-6): a network that tries hundreds of passwords delays others by one
 * hash each. Known customers have a queue of their own, so strangers from many networks delay them by
 * nothing but the processor that they share. Throws BUSY if the queue is full or too slow.
 */
export function queuePasswords(hasher: PasswordHasher, limits: OwnerQueueLimits = defaultLimits): Passwords {
  const known = new OwnerQueue(limits)
  const strangers = new OwnerQueue(limits)
  const inTurn = <T>({ caller, isKnown }: PasswordTurn, work: () => Promise<T>) =>
    (isKnown ? known : strangers).run(caller, work)

  return {
    hash: (password, turn = nobody) => inTurn(turn, () => hasher.hash(password)),
    verify: (stored, password, turn = nobody) => inTurn(turn, () => hasher.verify(stored, password)),
    needsRehash: (stored) => hasher.needsRehash(stored),
  }
}
