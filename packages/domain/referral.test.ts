import { describe, expect, it } from 'vitest'
import { isReferralCode, isReservedReferralCode, type PersonTraits, samePersonTraits } from './referral.ts'

describe('a referral code (spec 5)', () => {
  it.each(['Zoe123', 'ATELIER', '123456', 'a'.repeat(20)])('may be %s', (code) => {
    expect(isReferralCode(code)).toBe(true)
  })

  it.each(['', 'Zoe12', 'a'.repeat(21), 'Zoé123', 'zoe-123', 'zoe 123', 'zoe123\n'])('is refused as "%s"', (code) => {
    expect(isReferralCode(code)).toBe(false)
  })

  it('must not pretend to come from the shop', () => {
    for (const code of ['SUPPORT', 'support24', 'CotationFR', 'Administrator']) {
      expect(isReservedReferralCode(code)).toBe(true)
    }
    expect(isReservedReferralCode('MySupport')).toBe(false)
  })
})

const nobody: PersonTraits = { card: [], 'vat-number': [], phone: [], address: [], device: [], mailbox: [] }
const zoe: PersonTraits = {
  card: ['card-1', 'card-2'],
  'vat-number': ['FR40303265045'],
  phone: ['+33612345678'],
  address: ['fr 75011 12ruedeslilas'],
  device: ['d1'],
  mailbox: ['zoe@example.com'],
}

describe('two accounts (product 7, referral)', () => {
  it.each(['card', 'vat-number', 'phone'] as const)('belong to one person if they share a %s', (trait) => {
    expect(samePersonTraits(zoe, { ...nobody, [trait]: ['other', zoe[trait][0]] })).toEqual([trait])
  })

  it.each(['address', 'device', 'mailbox'] as const)('may be two people who share the same %s', (trait) => {
    expect(samePersonTraits(zoe, { ...nobody, [trait]: zoe[trait] })).toEqual([])
  })

  it.each([
    ['address', 'device'],
    ['device', 'mailbox'],
    ['address', 'mailbox'],
  ] as const)('belong to one person if they share %s and %s', (first, second) => {
    const friend = { ...nobody, [first]: zoe[first], [second]: zoe[second] }
    expect(samePersonTraits(zoe, friend)).toEqual([first, second])
    expect(samePersonTraits(friend, zoe)).toEqual([first, second])
  })

  it('are not compared by values that nobody has entered', () => {
    expect(samePersonTraits({ ...nobody, phone: [''] }, { ...nobody, phone: [''] })).toEqual([])
  })

  it('show every trait that they share once they are one person', () => {
    expect(samePersonTraits(zoe, zoe)).toEqual(['card', 'vat-number', 'phone', 'address', 'device', 'mailbox'])
  })
})
