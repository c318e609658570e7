import { currencies, paymentMethods } from '@cotation/domain'
import { z } from 'zod'
import { time } from './paging.ts'

/**
 * A payment that was made and whose result is unknown: a card that is being processed, or a transfer
 * that has arrived and is checked by staff. Nothing else can be paid meanwhile.
 */
export const unconfirmedPayment = z.strictObject({
  method: z.enum(paymentMethods),
  /** For a transfer, the amount that has arrived. */
  amountMinor: z.int(),
  currency: z.enum(currencies),
  /** When a transfer arrived, or when the payment was started. */
  at: time,
})

export type UnconfirmedPayment = z.output<typeof unconfirmedPayment>
