import { describe, expect, it } from 'vitest'
import { inPaymentCurrency, paidUsd, usdOf } from './order-payments.ts'

/** A transfer of 92.00 EUR for 100.00 USD. */
const rate = { amount_minor: '9200', usd_minor: '10000' }

describe('the USD value of a payment in another currency', () => {
  it.each([
    ['nothing', 0, 0],
    ['half of the transfer', 4600, 5000],
    ['a cent, rounded', 1, 1],
    ['the whole transfer', 9200, 10_000],
    ['a transfer that is too high', 10_120, 11_000],
  ])('is what was received at the rate of the payment: %s', (_case, receivedMinor, usdMinor) => {
    expect(usdOf(rate, receivedMinor)).toBe(usdMinor)

    const paid = { ...rate, state: 'captured', captured_minor: String(receivedMinor), refunded_minor: '0' } as const
    expect(paidUsd([paid])).toBe(usdMinor)
  })

  it('is exact for amounts whose product exceeds the integers of a float', () => {
    const large = { amount_minor: '900000000000001', usd_minor: '900000000000003' }
    expect(usdOf(large, 900_000_000_000_001)).toBe(900_000_000_000_003)
    expect(inPaymentCurrency(large, 900_000_000_000_003)).toBe(900_000_000_000_001)
  })
})
