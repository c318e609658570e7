import { createHash } from 'node:crypto'
import type { PaymentIntentRow } from '#db/order-rows.ts'

/**
 * Where the money of a payment goes back to. What the holder of a payment link paid goes back to that
 * payer, a customer's transfer to the balance, a card payment to the card.
 */
export type ReturnDestination = 'card' | 'payer-card' | 'balance' | 'payer-transfer' | 'credit'

export interface OrderReturn {
  to: ReturnDestination
  usdMinor: number
}

export function returnDestinationOf({ method, agency }: ReturnedPart['payment']): ReturnDestination {
  if (method === 'card') return agency ? 'payer-card' : 'card'
  if (method === 'bank_transfer') return agency ? 'payer-transfer' : 'balance'
  return method
}

/** The amount of one payment that is returned. */
export interface ReturnedPart {
  payment: Pick<PaymentIntentRow, 'method' | 'agency'>
  usdMinor: number
}

/** Sums the returned amounts of an order's payments by destination, in US cents. */
export function returnsByDestination(parts: readonly ReturnedPart[]): OrderReturn[] {
  const amounts = new Map<ReturnDestination, number>()
  for (const { payment, usdMinor } of parts) {
    const to = returnDestinationOf(payment)
    amounts.set(to, (amounts.get(to) ?? 0) + usdMinor)
  }

  return [...amounts].filter(([, usdMinor]) => usdMinor > 0).map(([to, usdMinor]) => ({ to, usdMinor }))
}

/** The refund of one payment under a key, as a UUID: both always give the same refund. */
export function refundIdOf(key: string, intentId: string): string {
  const hash = createHash('sha256').update(`refund ${key} ${intentId}`).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/** The keys of refunds that are not requested by staff themselves: a cancellation and a settled claim. */
export const cancellationRefundKey = (orderId: string): string => orderId
export const claimRefundKey = (claimId: string): string => `claim ${claimId}`
