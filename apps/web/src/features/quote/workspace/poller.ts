/** Milliseconds until the next request; undefined while polling is off. */
type Interval = () => number | undefined

const maxIntervalMs = 300_000

/**
 * Polls while a project is on the screen: slower when the tab is hidden, with exponential back-off
 * after failures.
 */
export class Poller {
  readonly #fetch: () => Promise<boolean>
  readonly #interval: Interval
  #timer: ReturnType<typeof setTimeout> | undefined
  #isFetching = false
  /** A change was reported during the request: its response may be older. */
  #isStale = false
  #users = 0
  #failures = 0

  /** `fetch` resolves to whether the server responded. */
  constructor(fetch: () => Promise<boolean>, interval: Interval) {
    this.#fetch = fetch
    this.#interval = interval
  }

  /** Polls until the returned function is called. */
  use(): () => void {
    this.#users++
    document.addEventListener('visibilitychange', this.#onVisible)
    this.schedule()

    return () => {
      if (--this.#users > 0) return
      document.removeEventListener('visibilitychange', this.#onVisible)
      clearTimeout(this.#timer)
    }
  }

  readonly #onVisible = () => {
    if (document.visibilityState === 'visible') void this.now()
  }

  schedule(): void {
    clearTimeout(this.#timer)

    const interval = this.#users > 0 ? this.#interval() : undefined
    if (interval === undefined) return

    const backOff = 2 ** Math.min(this.#failures, 5)
    const hiddenFactor = document.visibilityState === 'hidden' ? 10 : 1
    this.#timer = setTimeout(() => void this.now(), Math.min(interval * backOff * hiddenFactor, maxIntervalMs))
  }

  async now(): Promise<void> {
    if (this.#isFetching) return

    this.#isFetching = true

    try {
      this.#failures = (await this.#fetch()) ? 0 : this.#failures + 1
    } finally {
      this.#isFetching = false
      if (this.#isStale) void this.again()
      else this.schedule()
    }
  }

  /** Fetches now, and once more after a request that is under way. */
  async again(): Promise<void> {
    this.#isStale = this.#isFetching
    await this.now()
  }
}
