import { describe, expect, it } from 'vitest'
import { aPayment } from '#features/order/order.fixture.ts'
import { moneyBack } from './money-back.ts'

describe('where a cancellation sends the money', () => {
  it('goes back the way it came, less what went back already', () => {
    const payments = [
      aPayment({ capturedMinor: 12_345, refundedMinor: 2_345 }),
      aPayment({ method: 'balance', capturedMinor: 12_345 }),
      aPayment({ state: 'failed', capturedMinor: 0 }),
    ]
    expect(moneyBack(payments)).toEqual([
      { to: 'card', usdMinor: 10_000 },
      { to: 'balance', usdMinor: 12_345 },
    ])
  })

  it('a transfer in another currency counts in USD, also where a third party made it', () => {
    const transfer = aPayment({
      method: 'bank_transfer',
      agency: true,
      currency: 'EUR',
      amountMinor: 11_000,
      capturedMinor: 11_000,
    })
    expect(moneyBack([transfer])).toEqual([{ to: 'bank_transfer', usdMinor: 12_345 }])
  })

  it('the card of a third party gets its own money back', () => {
    expect(moneyBack([aPayment({ agency: true })])).toEqual([{ to: 'agency', usdMinor: 12_345 }])
  })
})
