import type { Deps } from './deps.ts'
import { spendBudget } from './guards.ts'

/** Increasing delays for wrong passwords and codes of one account (ABU-1). */
const guessBudgets = [
  { max: 5, windowSeconds: 60 },
  { max: 10, windowSeconds: 900 },
  { max: 30, windowSeconds: 86_400 },
]

/** Counted before the comparison: concurrent guesses would otherwise all see the same count. */
export async function countGuess(deps: Pick<Deps, 'limiter'>, limitKey: string): Promise<void> {
  for (const budget of guessBudgets) await spendBudget(deps, `${limitKey} ${budget.windowSeconds}`, budget)
}

export async function forgetGuesses({ limiter }: Pick<Deps, 'limiter'>, limitKey: string): Promise<void> {
  for (const budget of guessBudgets) await limiter.forget(`${limitKey} ${budget.windowSeconds}`)
}

/** The key of wrong passwords of an account, in one known browser or in all others together. */
export const passwordGuesses = (email: string, device?: string): string => `login ${email} ${device ?? ''}`
