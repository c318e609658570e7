import { describe, expect, it } from 'vitest'
import { anOrder, aPayment } from '#features/order/order.fixture.ts'
import { restOf } from './order.api.ts'

describe('how often an order is looked at', () => {
  it.each([
    ['a payment being made', anOrder({ payments: [aPayment({ state: 'processing' })] }), 5_000],
    ['a refund under way', anOrder({ status: 'cancelled' }), 5_000],
    [
      'a transfer of days',
      anOrder({ status: 'payment_pending', payments: [aPayment({ state: 'awaiting_funds' })] }),
      60_000,
    ],
    ['the workshop', anOrder({ status: 'in_production' }), 60_000],
    ['an end', anOrder({ status: 'completed' }), false],
    ['a refund that is done', anOrder({ status: 'cancelled', refundedMinor: 12_345 }), false],
  ] as const)('%s', (_name, order, rest) => expect(restOf(order)).toBe(rest))

  it('nothing is looked at again before it was there', () => expect(restOf(undefined)).toBe(false))
})
