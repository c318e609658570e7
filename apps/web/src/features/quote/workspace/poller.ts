/** Milliseconds until the next question; undefined while nothing is to be asked. */
export type Pace = () => number | undefined

/** Asks again and again while a project is on the screen: often while something is under way, seldom otherwise. */
export class Poller {
  readonly #ask: () => Promise<boolean>
  readonly #pace: Pace
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  #users = 0
  #failures = 0

  /** `ask` says whether it got an answer. */
  constructor(ask: () => Promise<boolean>, pace: Pace) {
    this.#ask = ask
    this.#pace = pace
  }

  /** Until the function it gives back is called. */
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
    const pace = this.#users > 0 ? this.#pace() : undefined
    if (pace === undefined) return
    const backOff = 2 ** Math.min(this.#failures, 5)
    const hidden = document.visibilityState === 'hidden' ? 10 : 1
    this.#timer = setTimeout(() => void this.now(), Math.min(pace * backOff * hidden, 300_000))
  }

  async now(): Promise<void> {
    if (this.#isAsking) return

    this.#isAsking = true

    try {
      this.#failures = (await this.#ask()) ? 0 : this.#failures + 1
    } finally {
      this.#isAsking = false
      this.schedule()
    }
  }
}
