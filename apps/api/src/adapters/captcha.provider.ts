import { z } from 'zod'

/** Whether a token of the provider's widget is right; null if the provider does not say. */
export interface CaptchaProvider {
  verify(token: string): Promise<boolean | null>
}

export interface CaptchaProviderOptions {
  verifyUrl: string
  secret: string
  /** The host that customers use: a token that was solved on another site is worth nothing here. */
  hostname: string
  log: { warn(details: object, message: string): void }
  timeoutMs?: number
}

/** The answer of `siteverify`, which Turnstile and hCaptcha have in common. */
const verdict = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** Codes that are about the visitor's token. The others are about our keys or the provider itself. */
const tokenFaults = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  'expired-input-response',
  'already-seen-response',
])

/** Asks the provider about a token. The visitor's address is not passed on. */
export function createCaptchaProvider(options: CaptchaProviderOptions): CaptchaProvider {
  const { verifyUrl, secret, hostname, log, timeoutMs = 4000 } = options

  return {
    async verify(token) {
      try {
        const response = await fetch(verifyUrl, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const answer = verdict.parse(await response.json())
        if (answer.success) return answer.hostname === undefined || answer.hostname === hostname

        const codes = answer['error-codes']
        if (codes.some((code) => tokenFaults.has(code))) return false
        log.warn({ codes }, 'the CAPTCHA provider refused our enquiry: check CAPTCHA_SECRET')
        return null
      } catch (error) {
        // No answer within the time, no connection, or no JSON of this form.
        log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the CAPTCHA provider does not answer')
        return null
      }
    },
  }
}
