import { AppError } from '#core/app-error.ts'

const windowMs = 60_000
const mostRefusals = 100

/** Networks counted at once: an attacker with more is still refused one by one, and takes no more memory. */
const mostNetworks = 10_000

export interface RefusalBudget {
  /** Throws `RATE_LIMITED` for a network that sent too much that was refused. */
  check(network: string): void
  count(network: string): void
}

/** Counts refused messages in memory, since nothing that is not verified may reach the database. */
export function createRefusalBudget(clock: () => Date): RefusalBudget {
  let windowEnd = 0
  const counts = new Map<string, number>()
  const current = () => {
    const now = clock().getTime()
    if (now >= windowEnd) {
      counts.clear()
      windowEnd = now + windowMs
    }
    return Math.ceil((windowEnd - now) / 1000)
  }

  return {
    check(network) {
      const seconds = current()
      if ((counts.get(network) ?? 0) >= mostRefusals) throw new AppError('RATE_LIMITED', { retryAfterSeconds: seconds })
    },
    count(network) {
      current()
      if (counts.size < mostNetworks || counts.has(network)) counts.set(network, (counts.get(network) ?? 0) + 1)
    },
  }
}
