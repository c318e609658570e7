import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'

/** Increasing delays for wrong passwords and codes of one account (ABU-1). */
const guessBudgets = [
  { max: 5, windowSeconds: 60 },
  { max: 10, windowSeconds: 900 },
  { max: 30, windowSeconds: 86_400 },
]

/** Counted before the comparison: concurrent guesses would otherwise all see the same count. */
export async function countGuess({ limiter }: Pick<Deps, 'limiter'>, limitKey: string): Promise<void> {
  for (const budget of guessBudgets) {
    const wait = await limiter.spend(`${limitKey} ${budget.windowSeconds}`, budget)
    if (wait !== null) throw new AppError('RATE_LIMITED', { retryAfterSeconds: wait })
  }
}

export async function forgetGuesses({ limiter }: Pick<Deps, 'limiter'>, limitKey: string): Promise<void> {
  for (const budget of guessBudgets) await limiter.forget(`${limitKey} ${budget.windowSeconds}`)
}

/** The key of wrong passwords of an account, in one known browser or in all others together. */
export const passwordGuesses = (email: string, device?: string): string => `login ${email} ${device ?? ''}`
