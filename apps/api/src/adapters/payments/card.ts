import type { PaymentEventType } from '@cotation/domain'

/**
 * A fact about a card payment as the provider tells it. `id` names the fact, not the message: the same capture has the same id whether a
 * webhook told it, or a look at the provider.
 */
export interface CardEvent {
  id: string
  type: PaymentEventType
  amountMinor: number
  currency: string
  /** Ours, as we told the provider at the beginning; null for what is not of this installation. */
  intentId: string | null
  /**
   * Of refunds and disputes: the id of the capture's fact. A dispute, or a refund made in the provider's own pages, does not carry
   * our id and is known by it alone.
   */
  captureId?: string
  /** Of a refund that we asked for: ours. */
  refundId?: string
  /** Of money that went back without anybody of the shop wanting it: why. */
  why?: 'dispute-lost'
}

export interface CardSession {
  sessionId: string
  /** The provider's own page, where the card is typed: no card number ever reaches our server. */
  url: string
}

export interface BeginCard {
  intentId: string
  amountMinor: number
  /** What the payer reads there: the order's number. */
  description: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
  language: 'fr' | 'en'
}

/** A provider of card payments (USD only). Every call has a key that was stored before: repeated after a time-out or a crash, it happens once. */
export interface CardGateway {
  begin(request: BeginCard): Promise<CardSession>
  /** Everything that has happened to a session: the only cure for an answer that was lost. */
  fetch(sessionId: string): Promise<CardEvent[]>
  /** Closes the provider's page for a session that nobody has paid. */
  expire(sessionId: string): Promise<CardEvent[]>
  refund(refund: { refundId: string; sessionId: string; amountMinor: number }): Promise<CardEvent[]>
  /** Verifies the signature over the bytes as they came; throws `CardWebhookError`. */
  parseWebhook(raw: Buffer, signature: string | undefined): CardEvent[]
}

/** The provider refused or did not answer; `temporary` where it may be asked again. */
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
