import { describe, expect, it } from 'vitest'
import { aCapturedPayment } from '#lib/testing/orders.ts'
import { expectedRefunds } from './cancel-order.tsx'

describe('refunds of a cancelled order', () => {
  it('refunds each payment to its method, minus earlier refunds', () => {
    const payments = [
      aCapturedPayment({ capturedMinor: 12_345, refundedMinor: 2_345 }),
      aCapturedPayment({ method: 'balance', capturedMinor: 12_345 }),
      aCapturedPayment({ state: 'failed', capturedMinor: 0 }),
    ]
    expect(expectedRefunds(payments)).toEqual([
      { to: 'card', usdMinor: 10_000 },
      { to: 'balance', usdMinor: 12_345 },
    ])
  })

  it('refunds a foreign transfer of a third party to that person, in USD', () => {
    const transfer = aCapturedPayment({
      method: 'bank_transfer',
      agency: true,
      currency: 'EUR',
      amountMinor: 11_000,
      capturedMinor: 11_000,
    })
    expect(expectedRefunds([transfer])).toEqual([{ to: 'agency', usdMinor: 12_345 }])
  })

  it('refunds the card of a third party to that card', () => {
    expect(expectedRefunds([aCapturedPayment({ agency: true })])).toEqual([{ to: 'agency', usdMinor: 12_345 }])
  })
})
