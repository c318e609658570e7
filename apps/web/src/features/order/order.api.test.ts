import { describe, expect, it } from 'vitest'
import { aCapturedPayment, anOrder } from '#lib/testing/orders.ts'
import { pollIntervalMs } from './order.api.ts'

describe('the polling interval of an order', () => {
  it.each([
    ['a payment is being processed', anOrder({ payments: [aCapturedPayment({ state: 'processing' })] }), 5_000],
    ['a refund is under way', anOrder({ status: 'cancelled' }), 5_000],
    [
      'a bank transfer is awaited',
      anOrder({ status: 'payment_pending', payments: [aCapturedPayment({ state: 'awaiting_funds' })] }),
      60_000,
    ],
    ['the order is in production', anOrder({ status: 'in_production' }), 60_000],
    ['the order is completed', anOrder({ status: 'completed' }), false],
    ['the refund is complete', anOrder({ status: 'cancelled', refundedMinor: 12_345 }), false],
  ] as const)('fits when %s', (_name, order, intervalMs) => expect(pollIntervalMs(order)).toBe(intervalMs))

  it('does not poll before the order is loaded', () => expect(pollIntervalMs(undefined)).toBe(false))
})
