import type { PaymentEventType } from '@cotation/domain'

/**
 * A fact about a card payment. `id` identifies the fact, not the message: a capture has the same id
 * in a webhook and in a query.
 */
export interface CardEvent {
  id: string
  type: PaymentEventType
  amountMinor: number
  currency: string
  /** The id that we passed to the provider; null if the payment is not of this installation. */
  intentId: string | null
  /** The session of a payment page, for what happened on it. */
  sessionId?: string
  /**
   * The fact id of the capture, for refunds and disputes. A dispute, or a refund made on the
   * provider's site, lacks our ids and is matched by this one.
   */
  captureId?: string
  /** Our id, if we requested the refund. */
  refundId?: string
  /** The provider's name for the card of a capture, equal for the same card. Webhooks omit it. */
  cardFingerprint?: string
  /** What a dispute is about, in the payment's currency. */
  disputedMinor?: number
  /** Why money went back without a request of staff. */
  why?: 'dispute-lost'
}

export interface CardSession {
  sessionId: string
  /** The provider's page for the card number, which never reaches our server. */
  url: string
}

export interface BeginCard {
  intentId: string
  amountMinor: number
  /** The order's number, shown on that page. */
  description: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
  language: 'fr' | 'en'
}

/** A card payment provider (USD only). Calls are idempotent: retry after a timeout or a crash. */
export interface CardGateway {
  begin(request: BeginCard): Promise<CardSession>
  /** All facts about a session; the way to recover a lost answer. */
  fetch(sessionId: string): Promise<CardEvent[]>
  /** Closes the page of an unpaid session. */
  expire(sessionId: string): Promise<CardEvent[]>
  refund(refund: { refundId: string; sessionId: string; amountMinor: number }): Promise<CardEvent[]>
  /** Verifies the signature over the raw bytes; throws `CardWebhookError`. */
  parseWebhook(raw: Buffer, signature: string | undefined): CardEvent[]
}

/** The provider refused or did not answer; `temporary` if a retry may help. */
export class CardProviderError extends Error {
  override readonly name = 'CardProviderError'
  readonly temporary: boolean

  constructor(message: string, temporary: boolean, options?: ErrorOptions) {
    super(message, options)
    this.temporary = temporary
  }
}

/** A webhook that is forged, tampered with, too old or of another installation (PAY-4). */
export class CardWebhookError extends Error {
  override readonly name = 'CardWebhookError'
}
