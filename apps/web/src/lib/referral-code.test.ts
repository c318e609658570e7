import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptCookies } from './cookie-consent.ts'
import { findReferralCode, keepReferralCode, rememberReferralLink } from './referral-code.ts'

const dayMs = 86_400_000

/** Another visit of the same browser. */
const nextVisit = () => sessionStorage.clear()

describe('the code of a referral link', () => {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    vi.useFakeTimers({ now: Date.parse('2026-03-02T09:00:00Z'), toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is remembered for the visit only until cookies are accepted', () => {
    rememberReferralLink('?technology=cnc&ref=Zoe123')
    expect(findReferralCode()).toBe('Zoe123')
    nextVisit()
    expect(findReferralCode()).toBeUndefined()
  })

  it('is remembered for 90 days by a visitor who accepts cookies', () => {
    rememberReferralLink('?ref=Zoe123')
    acceptCookies()
    keepReferralCode()
    nextVisit()

    vi.setSystemTime(Date.now() + 90 * dayMs - 1)
    expect(findReferralCode()).toBe('Zoe123')
    vi.setSystemTime(Date.now() + 1)
    expect(findReferralCode()).toBeUndefined()
  })

  it('is replaced by the code of a later link', () => {
    acceptCookies()
    rememberReferralLink('?ref=Zoe123')
    nextVisit()
    rememberReferralLink('?ref=Ada1843')
    expect(findReferralCode()).toBe('Ada1843')
  })

  it.each(['', '?ref=', '?ref=Zoe', '?ref=%3Cscript%3E', '?reference=Zoe123'])('is not taken from "%s"', (search) => {
    rememberReferralLink(search)
    expect(findReferralCode()).toBeUndefined()
  })

  it('is not read from what another script left behind', () => {
    for (const raw of ['{', 'null', '{"code":"<b>","until":9e15}', '{"code":"Zoe123"}']) {
      sessionStorage.setItem('referral', raw)
      expect(findReferralCode()).toBeUndefined()
    }
  })
})
