import { randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id; about 22 ms on a core. Login re-hashes after a change. */
export const passwordPolicy = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
const argon2id = 2
const saltBytes = 16

/** Too many sign-ins are queued; the caller answers BUSY. */
export class BusyError extends Error {
  constructor() {
    super('too many passwords are being hashed')
    this.name = 'BusyError'
  }
}

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** `null` (unknown account) takes as long: timing must not reveal who has an account (AUT-2). */
  verify(stored: string | null, password: string): Promise<boolean>
  needsRehash(stored: string): boolean
}

export interface PasswordHasherOptions {
  /** A hash takes a core and 19 MiB: unlimited, 100 parallel logins starve the rest (AUT-6). */
  concurrency?: number | undefined
  /** How many may be queued. */
  queueLimit?: number | undefined
}

export function createPasswordHasher({
  concurrency = 2,
  queueLimit = 100,
}: PasswordHasherOptions = {}): PasswordHasher {
  const limit = createLimiter(concurrency, queueLimit)
  const decoyHash = createDecoyHash()

  return {
    hash: (password) => limit(() => hash(password, { ...passwordPolicy, algorithm: argon2id })),
    verify: (stored, password) =>
      limit(async () => {
        const matches = await verify(stored ?? decoyHash, password)
        return stored !== null && matches
      }),
    needsRehash(stored) {
      const { algorithm, memoryCost, timeCost, parallelism, outputLen } = parseOptions(stored)
      const used = { memoryCost, timeCost, parallelism, outputLen }
      return algorithm !== argon2id || JSON.stringify(used) !== JSON.stringify(passwordPolicy)
    },
  }
}

/** A well-formed hash that no password matches; verifying it costs as much as a real one. */
function createDecoyHash(): string {
  const { memoryCost, timeCost, parallelism, outputLen } = passwordPolicy
  const text = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${text(saltBytes)}$${text(outputLen)}`
}

type Limiter = <T>(work: () => Promise<T>) => Promise<T>

function createLimiter(concurrency: number, queueLimit: number): Limiter {
  const queue: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < concurrency) running++
    else if (queue.length >= queueLimit) throw new BusyError()
    // The finished call hands over its slot, so that a new caller cannot overtake the queue.
    else await new Promise<void>((resolve) => queue.push(resolve))

    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
