import { isReferralCode, referralDays } from '@cotation/domain'
import { browserStorage, visitStorage } from './browser-storage.ts'
import { hasAcceptedCookies } from './cookie-consent.ts'

/** The parameter of a referral link, which works on every page. */
const parameter = 'ref'
const storageKey = 'referral'
const dayMs = 86_400_000

interface Remembered {
  code: string
  /** Milliseconds since 1970. */
  until: number
}

function parse(raw: string | null): Remembered | null {
  if (raw === null) return null
  try {
    const { code, until }: Partial<Remembered> = JSON.parse(raw)
    return typeof code === 'string' && isReferralCode(code) && typeof until === 'number' ? { code, until } : null
  } catch {
    return null
  }
}

/**
 * Remembers a code for the sign-up: for this visit, and for 90 days if the visitor has accepted
 * cookies.
 */
export function rememberReferralCode(code: string): void {
  if (!isReferralCode(code)) return

  const raw = JSON.stringify({ code, until: Date.now() + referralDays.remembered * dayMs } satisfies Remembered)
  visitStorage.set(storageKey, raw)
  if (hasAcceptedCookies()) browserStorage.set(storageKey, raw)
}

/** Remembers the code in the address of a referral link. */
export function rememberReferralLink(search: string): void {
  const code = new URLSearchParams(search).get(parameter)
  if (code !== null) rememberReferralCode(code.trim())
}

/** Keeps the code of this visit for later ones, once the visitor has accepted cookies. */
export function keepReferralCode(): void {
  const raw = visitStorage.get(storageKey)
  if (raw !== null) browserStorage.set(storageKey, raw)
}

/** The remembered code; the newest one if there are several. */
export function findReferralCode(): string | undefined {
  const remembered = [visitStorage, browserStorage].map((storage) => parse(storage.get(storageKey)))
  return remembered.find((entry) => entry !== null && entry.until > Date.now())?.code
}
