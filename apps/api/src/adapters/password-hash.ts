import { randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id; about 22 ms on one core. Changing it re-hashes at the next login. */
export const passwordPolicy = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const
const argon2id = 2
const saltBytes = 16

/** More sign-ins are waiting than the machine can hash in reasonable time: the caller answers "try again". */
export class BusyError extends Error {
  constructor() {
    super('too many passwords are being hashed')
    this.name = 'BusyError'
  }
}

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** With null, for an unknown account, as much work as with a hash: the time must not tell who has one (AUT-2). */
  verify(stored: string | null, password: string): Promise<boolean>
  needsRehash(stored: string): boolean
}

export interface PasswordHasherOptions {
  /** Each hashing takes a core and 19 MiB: without a cap, 100 parallel logins starve everything else (AUT-6). */
  concurrency?: number | undefined
  /** How many may wait beyond those at work. */
  queueLimit?: number | undefined
}

export function createPasswordHasher({
  concurrency = 2,
  queueLimit = 100,
}: PasswordHasherOptions = {}): PasswordHasher {
  const inTurn = createTurns(concurrency, queueLimit)
  const nobody = unmatchableHash()

  return {
    hash: (password) => inTurn(() => hash(password, { ...passwordPolicy, algorithm: argon2id })),
    verify: (stored, password) =>
      inTurn(async () => {
        const matches = await verify(stored ?? nobody, password)
        return stored !== null && matches
      }),
    needsRehash(stored) {
      const { algorithm, memoryCost, timeCost, parallelism, outputLen } = parseOptions(stored)
      const used = { memoryCost, timeCost, parallelism, outputLen }
      return algorithm !== argon2id || JSON.stringify(used) !== JSON.stringify(passwordPolicy)
    },
  }
}

/** A well-formed hash of no password, of the current policy, so that checking against it costs what a real one costs. */
function unmatchableHash(): string {
  const { memoryCost, timeCost, parallelism, outputLen } = passwordPolicy
  const text = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${text(saltBytes)}$${text(outputLen)}`
}

type Turns = <T>(work: () => Promise<T>) => Promise<T>

function createTurns(concurrency: number, queueLimit: number): Turns {
  const waiting: (() => void)[] = []
  let working = 0

  return async (work) => {
    if (working < concurrency) working++
    else if (waiting.length >= queueLimit) throw new BusyError()
    // The one who leaves hands over its place, so that a newcomer cannot slip in before those who wait.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working--
    }
  }
}
