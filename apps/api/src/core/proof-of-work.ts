import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { maxWorkBits, type WorkChallenge, workPuzzles } from '@cotation/domain'
import { AppError } from './app-error.ts'
import type { RateLimiter } from './rate-limit.ts'

const lifetimeSeconds = 300

/** How long the calls of a network count. */
const windowSeconds = 3600

/** A network's work doubles after this many calls with a proof, then after twice as many, and so on. */
const callsBeforeDoubling = 8

interface ProofOfWorkParts {
  limiter: RateLimiter
  clock: () => Date
  secret: Buffer
  /** The work of a quiet network: each puzzle takes 2^bits tries on average. 0: none is needed. */
  bits: number
}

/** The call that a proof is for: it opens no other, and no other network's. */
export interface GuardedCall {
  action: string
  network: string
  /** How many calls a network may make in an hour without a proof. */
  freeCalls: number
}

/** The token of a challenge, which is its terms and their signature, and the numbers that solve it. */
const proofPattern =
  /^(?<terms>(?<bits>\d{1,2})\.(?<expiresAt>\d{10})\.[0-9a-f]{16})\.(?<signature>[0-9a-f]{32}) (?<list>\d{1,10}(?:,\d{1,10})*)$/

/**
 * Makes calls that programs abuse cost computing time (B9). A challenge is signed instead of stored;
 * only accepted proofs are stored, so that each works once on all servers.
 */
export class ProofOfWork {
  readonly #parts: ProofOfWorkParts
  readonly #key: Buffer

  constructor(parts: ProofOfWorkParts) {
    this.#parts = parts
    this.#key = createHmac('sha256', parts.secret).update('proof of work').digest()
  }

  /** Throws WORK_NEEDED with a challenge unless the call is free or its proof is right, new and in time. */
  async assertDone(call: GuardedCall, proof: string | undefined): Promise<void> {
    if (this.#parts.bits === 0 || (await this.#isFree(call))) return

    const bits = await this.#neededBits(call.network)
    const accepted = proof === undefined ? null : this.#check(call, proof, bits)
    if (accepted === null || !(await this.#useOnce(accepted)))
      throw new AppError('WORK_NEEDED', { work: this.#challenge(call, bits) })

    await this.#countProven(call.network)
  }

  async #isFree({ action, network, freeCalls }: GuardedCall): Promise<boolean> {
    if (freeCalls === 0) return false

    const budget = { max: freeCalls, windowSeconds }
    return (await this.#parts.limiter.spend(`free calls ${action} ${network}`, budget)) === null
  }

  async #neededBits(network: string): Promise<number> {
    const proven = await this.#parts.limiter.uses(provenKey(network))
    const doublings = Math.floor(Math.log2(1 + proven / callsBeforeDoubling))
    return Math.min(maxWorkBits, this.#parts.bits + doublings)
  }

  #challenge(call: GuardedCall, bits: number): WorkChallenge {
    const expiresAt = Math.floor(this.#now()) + lifetimeSeconds
    const terms = `${bits}.${expiresAt}.${randomBytes(8).toString('hex')}`
    return { token: `${terms}.${this.#sign(call, terms)}`, puzzles: workPuzzles, bits }
  }

  /**
   * The token of a right proof. It may be for half the work that is needed now: another call may have
   * doubled it in the meantime. More would let a program collect many cheap challenges in advance.
   */
  #check(call: GuardedCall, proof: string, neededBits: number): string | null {
    const { terms, signature = '', list = '', bits: bitsText, expiresAt } = proofPattern.exec(proof)?.groups ?? {}
    if (terms === undefined || !this.#isSigned(call, terms, signature)) return null

    const bits = Number(bitsText)
    if (Number(expiresAt) <= this.#now() || bits < neededBits - 1) return null

    const numbers = list.split(',').map(Number)
    if (numbers.length !== workPuzzles) return null
    return numbers.every((number, index) => isSolution(signature, index, number, bits)) ? `${terms}.${signature}` : null
  }

  #isSigned(call: GuardedCall, terms: string, signature: string): boolean {
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(call, terms)))
  }

  #sign({ action, network }: GuardedCall, terms: string): string {
    const digest = createHmac('sha256', this.#key)
      .update(JSON.stringify([action, network, terms]))
      .digest('hex')
    return digest.slice(0, 32)
  }

  async #useOnce(token: string): Promise<boolean> {
    return (await this.#parts.limiter.spend(`work ${token}`, { max: 1, windowSeconds: lifetimeSeconds })) === null
  }

  async #countProven(network: string): Promise<void> {
    await this.#parts.limiter.spend(provenKey(network), { max: Number.MAX_SAFE_INTEGER, windowSeconds })
  }

  #now(): number {
    return this.#parts.clock().getTime() / 1000
  }
}

const provenKey = (network: string) => `proven calls ${network}`

/** The same rule as `solveWork` of the domain, with Node's own SHA-256. */
function isSolution(seed: string, index: number, number: number, bits: number): boolean {
  if (number > 0xffff_ffff) return false

  const message = Buffer.alloc(24)
  message.write(seed, 'hex')
  message.writeUInt32BE(index, 16)
  message.writeUInt32BE(number, 20)
  return createHash('sha256').update(message).digest().readUInt32BE() >>> (32 - bits) === 0
}
