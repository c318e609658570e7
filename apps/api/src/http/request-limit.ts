export interface LoadLimits {
  /** Requests in progress while the event loop is on time. */
  maxRequests: number
  /** Above this delay of the event loop fewer requests may be in progress. */
  maxDelayMs: number
}

/**
 * Allowed however late the event loop is. A browser sends about six requests at once, and one network
 * may use three quarters of the places.
 */
const minRequests = 8

/**
 * Share of `maxRequests` that each sample without delay adds: about twelve seconds from minimum to
 * maximum. With a faster recovery, an overloaded server would be late again every other second.
 */
const stepShare = 1 / 160

/**
 * How many requests may be in progress: half as many after each sample in which the event loop was
 * late, a little more after each other one. So the server finds the number that it can serve in time,
 * which depends on the requests, the machine and what else runs there.
 */
export class RequestLimit {
  readonly #limits: LoadLimits
  #allowed: number

  constructor(limits: LoadLimits) {
    this.#limits = limits
    this.#allowed = limits.maxRequests
  }

  get allowed(): number {
    return Math.ceil(this.#allowed)
  }

  /** Called at regular intervals with the delay of the event loop since the last call. */
  adapt(delayMs: number): void {
    const { maxRequests, maxDelayMs } = this.#limits
    const isLate = delayMs > maxDelayMs
    this.#allowed = isLate
      ? Math.max(Math.min(minRequests, maxRequests), this.#allowed / 2)
      : Math.min(maxRequests, this.#allowed + maxRequests * stepShare)
  }
}
