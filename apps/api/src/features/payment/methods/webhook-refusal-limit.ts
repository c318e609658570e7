import { AppError } from '#core/app-error.ts'

const windowMs = 60_000
const maxRefusals = 100

/**
 * Networks counted at once: more attackers than that are still refused one by one, in bounded
 * memory.
 */
const maxNetworks = 10_000

export interface RefusalLimit {
  /** Throws `RATE_LIMITED` for a network that sent too many refused messages. */
  check(network: string): void
  count(network: string): void
}

/** Counts refused messages in memory, since nothing unverified may reach the database. */
export function createRefusalLimit(clock: () => Date): RefusalLimit {
  let windowEnd = 0
  const counts = new Map<string, number>()

  /** Starts a new window if the last one is over; returns the seconds left in it. */
  const secondsLeft = () => {
    const now = clock().getTime()
    if (now >= windowEnd) {
      counts.clear()
      windowEnd = now + windowMs
    }
    return Math.ceil((windowEnd - now) / 1000)
  }

  return {
    check(network) {
      const retryAfterSeconds = secondsLeft()
      if ((counts.get(network) ?? 0) >= maxRefusals) throw new AppError('RATE_LIMITED', { retryAfterSeconds })
    },
    count(network) {
      secondsLeft()
      if (counts.size < maxNetworks || counts.has(network)) counts.set(network, (counts.get(network) ?? 0) + 1)
    },
  }
}
