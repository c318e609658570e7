import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Cookies } from '#http/cookies.ts'

const budgets = [
  { max: 5, windowSeconds: 3_600 },
  { max: 10, windowSeconds: 86_400 },
]

/**
 * In front of every call that makes us write to an address someone typed in: first the CAPTCHA, then a budget per
 * address and purpose (ABU-5). In that order, or five careless calls would use up somebody else's budget.
 */
export async function assertMayCauseMail(
  deps: Pick<Deps, 'captcha' | 'limiter'>,
  input: { email: string; captcha: { captchaId: string; answer: string } },
  purpose: string,
  cookies: Cookies,
): Promise<void> {
  await deps.captcha.assertSolved(input.captcha, cookies.get('captcha'))
  for (const budget of budgets) {
    const wait = await deps.limiter.spend(`mail ${purpose} ${budget.windowSeconds} ${input.email}`, budget)
    if (wait !== null) throw new AppError('RATE_LIMITED', { retryAfterSeconds: wait })
  }
}
