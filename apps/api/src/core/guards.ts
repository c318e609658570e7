import { AppError } from './app-error.ts'
import type { CaptchaGate } from './captcha-gate.ts'
import type { Budget, RateLimiter } from './rate-limit.ts'

const maxProofAgeMs = 15 * 60 * 1000

/** Sensitive changes need an authentication that is at most 15 minutes old (AUT-7). */
export function assertRecentProof(session: { authenticatedAt: Date }, now: Date): void {
  if (now.getTime() - session.authenticatedAt.getTime() > maxProofAgeMs) throw new AppError('PASSWORD_REQUIRED')
}

/** Counts one use of a budget; refuses the call if it is used up. */
export async function spendBudget(
  { limiter }: { limiter: Pick<RateLimiter, 'spend'> },
  key: string,
  budget: Budget,
): Promise<void> {
  const waitSeconds = await limiter.spend(key, budget)
  if (waitSeconds !== null) throw new AppError('RATE_LIMITED', { retryAfterSeconds: waitSeconds })
}

const dailyBudget = { max: 10, windowSeconds: 86_400 }

/** Allows a costly or mailing action ten times a day. The key names caller and action. */
export async function spendDailyBudget(deps: { limiter: RateLimiter }, key: string): Promise<void> {
  await spendBudget(deps, `day ${key}`, dailyBudget)
}

const mailBudgets = [
  { max: 5, windowSeconds: 3_600 },
  { max: 10, windowSeconds: 86_400 },
]

/**
 * Guards calls that mail an address the caller typed: the CAPTCHA, then a budget per address and
 * purpose (ABU-5). In this sequence: calls without a CAPTCHA must not use up others' budgets.
 */
export async function assertMayCauseMail(
  deps: { captcha: CaptchaGate; limiter: RateLimiter },
  input: { email: string; captcha: { captchaId: string; answer: string } },
  purpose: string,
  cookies: { get(name: 'captcha'): string | undefined },
): Promise<void> {
  await deps.captcha.assertSolved(input.captcha, cookies.get('captcha'))

  for (const budget of mailBudgets)
    await spendBudget(deps, `mail ${purpose} ${budget.windowSeconds} ${input.email}`, budget)
}
