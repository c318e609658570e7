import { randomBytes } from 'node:crypto'

/** The provider's objects, with the fields that its SDK and the product read. */
export interface SessionObject {
  id: string
  object: 'checkout.session'
  amount_total: number
  cancel_url: string
  client_reference_id: string | null
  created: number
  currency: string
  expires_at: number
  livemode: false
  locale: 'fr' | 'en'
  metadata: Record<string, string>
  mode: 'payment'
  payment_intent: string | null
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  url: string | null
}

/** A session as the provider stores it: `shown` is the part that its API returns. */
export interface StoredSession {
  shown: SessionObject
  description: string
  paymentMetadata: Record<string, string>
}

export interface PaymentObject {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  created: number
  currency: string
  description: string
  last_payment_error: { type: 'card_error'; code: 'card_declined'; message: string } | null
  latest_charge: string | null
  livemode: false
  metadata: Record<string, string>
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
}

export interface ChargeObject {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  created: number
  currency: string
  disputed: boolean
  livemode: false
  metadata: Record<string, string>
  paid: true
  payment_intent: string
  refunded: boolean
  status: 'succeeded'
}

export interface RefundObject {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: number
  currency: string
  metadata: Record<string, string>
  payment_intent: string
  status: 'pending' | 'succeeded'
}

export interface DisputeObject {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: number
  currency: string
  livemode: false
  metadata: Record<string, string>
  payment_intent: string
  status: 'needs_response' | 'won' | 'lost'
}

export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.expired'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'refund.updated'

/** "cs_test_…", as long and as random as the ids of the provider. */
export const newObjectId = (prefix: 'cs_test' | 'pi' | 'ch' | 're' | 'dp' | 'evt' | 'req'): string =>
  `${prefix}_${randomBytes(18).toString('hex')}`

export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)
