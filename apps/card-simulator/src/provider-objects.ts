import { randomBytes } from 'node:crypto'

/** The fields that all objects of the provider have. */
interface ProviderObject {
  id: string
  created: number
  currency: string
  metadata: Record<string, string>
}

/** The provider's objects, with the fields that its SDK and the product read. */
export interface SessionObject extends ProviderObject {
  object: 'checkout.session'
  amount_total: number
  cancel_url: string
  client_reference_id: string | null
  expires_at: number
  livemode: false
  locale: 'fr' | 'en'
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

export interface PaymentObject extends ProviderObject {
  object: 'payment_intent'
  amount: number
  amount_received: number
  description: string
  last_payment_error: { type: 'card_error'; code: 'card_declined'; message: string } | null
  latest_charge: string | null
  livemode: false
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
}

export interface ChargeObject extends ProviderObject {
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  disputed: boolean
  livemode: false
  paid: true
  payment_intent: string
  payment_method_details: { type: 'card'; card: { fingerprint: string } }
  refunded: boolean
  status: 'succeeded'
}

export interface RefundObject extends ProviderObject {
  object: 'refund'
  amount: number
  charge: string
  payment_intent: string
  status: 'pending' | 'succeeded'
}

export interface DisputeObject extends ProviderObject {
  object: 'dispute'
  amount: number
  charge: string
  livemode: false
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

/** The provider's name for a card: 16 letters and digits. */
export const newFingerprint = (): string => randomBytes(8).toString('hex')

export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)
