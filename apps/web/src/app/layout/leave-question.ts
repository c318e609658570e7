import { browserStorage } from '#lib/browser-storage.ts'

const storageKey = 'leaveQuestionAt'
const pauseMs = 30 * 86_400_000

/**
 * Whether this browser may ask why the customer leaves: once in 30 days, answered or not. A time in
 * the future comes from a clock that was wrong, and must not silence the question for years.
 */
export function mayAskWhyLeaving(now: number): boolean {
  const last = Number(browserStorage.get(storageKey) ?? Number.NEGATIVE_INFINITY)
  return !(last <= now && now - last < pauseMs)
}

export function rememberLeaveQuestion(now: number): void {
  browserStorage.set(storageKey, String(now))
}
