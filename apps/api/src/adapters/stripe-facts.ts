import { isUuid } from '@cotation/domain'
import type Stripe from 'stripe'
import type { CardEvent } from './card.ts'

type Metadata = Readonly<Record<string, string>> | null | undefined
type Reference = string | { id: string } | null | undefined

/** Null for payments of another shop on the same account. */
function findOwnId(metadata: Metadata, name: 'intentId' | 'refundId'): string | null {
  const id = metadata?.[name]
  return id !== undefined && isUuid(id) ? id : null
}

const idOf = (reference: Reference): string | null =>
  (typeof reference === 'string' ? reference : reference?.id) ?? null

const captureFact = (paymentId: string) => `captured:${paymentId}`

const upper = (currency: string | null | undefined) => (currency ?? '').toUpperCase()

/** The facts of a session. A declined card is not one: the page stays open for another card. */
export function sessionFacts(session: Stripe.Checkout.Session): CardEvent[] {
  const about = {
    currency: upper(session.currency),
    intentId: findOwnId(session.metadata, 'intentId'),
    sessionId: session.id,
  }
  const payment = session.payment_intent
  const paymentId = idOf(payment)

  if (session.status === 'expired') return [{ ...about, id: `expired:${session.id}`, type: 'expired', amountMinor: 0 }]
  if (session.status !== 'complete') return []
  if (session.payment_status === 'paid' && paymentId) return [{ ...about, ...captured(session, paymentId) }]
  if (typeof payment === 'object' && payment && isFailed(payment)) return [failedFact(session)]

  return [{ ...about, id: `processing:${session.id}`, type: 'processing', amountMinor: 0 }]
}

function captured(session: Stripe.Checkout.Session, paymentId: string) {
  const payment = session.payment_intent
  const expanded = typeof payment === 'object' && payment ? payment : null
  const charge = expanded?.latest_charge
  const cardFingerprint = typeof charge === 'object' ? charge?.payment_method_details?.card?.fingerprint : undefined

  return {
    id: captureFact(paymentId),
    type: 'captured',
    amountMinor: expanded ? expanded.amount_received : (session.amount_total ?? 0),
    currency: upper(expanded?.currency ?? session.currency),
    ...(cardFingerprint && { cardFingerprint }),
  } as const
}

/** A complete session returns to these states only if the payment failed. */
const isFailed = ({ status }: Stripe.PaymentIntent) => status === 'requires_payment_method' || status === 'canceled'

function failedFact(session: Stripe.Checkout.Session): CardEvent {
  return {
    id: `failed:${idOf(session.payment_intent) ?? session.id}`,
    type: 'failed',
    amountMinor: 0,
    currency: upper(session.currency),
    intentId: findOwnId(session.metadata, 'intentId'),
    sessionId: session.id,
  }
}

/** A refund counts once the provider has executed it. */
export function refundFacts(refund: Stripe.Refund, intentId: string | null = null): CardEvent[] {
  if (refund.status !== 'succeeded') return []

  const paymentId = idOf(refund.payment_intent)
  const refundId = refundIdOf(refund)

  return [
    {
      id: `refunded:${refund.id}`,
      type: 'refunded',
      amountMinor: refund.amount,
      currency: upper(refund.currency),
      intentId: findOwnId(refund.metadata, 'intentId') ?? intentId,
      ...(paymentId ? { captureId: captureFact(paymentId) } : {}),
      ...(refundId ? { refundId } : {}),
    },
  ]
}

export const refundIdOf = (refund: Stripe.Refund): string | null => findOwnId(refund.metadata, 'refundId')

const closedDisputes = new Set<string>(['won', 'lost', 'warning_closed', 'prevented'])

/** A closed dispute gives two facts, opened and closed; a lost one also a refund of its amount. */
export function disputeFacts(dispute: Stripe.Dispute, intentId: string | null = null): CardEvent[] {
  const paymentId = idOf(dispute.payment_intent)
  const about = {
    amountMinor: 0,
    currency: upper(dispute.currency),
    intentId,
    ...(paymentId ? { captureId: captureFact(paymentId) } : {}),
  }
  const opened: CardEvent = { ...about, id: `disputed:${dispute.id}`, type: 'disputed', disputedMinor: dispute.amount }
  const closed: CardEvent = { ...about, id: `dispute_closed:${dispute.id}`, type: 'dispute_closed' }

  if (!closedDisputes.has(dispute.status)) return [opened]
  if (dispute.status !== 'lost') return [opened, closed]

  const lost: CardEvent = {
    ...about,
    id: `lost:${dispute.id}`,
    type: 'refunded',
    why: 'dispute-lost',
    amountMinor: dispute.amount,
  }

  return [opened, closed, lost]
}

/** The facts in a verified message; none for other types, such as declined attempts. */
export function messageFacts(event: Stripe.Event): CardEvent[] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return sessionFacts(event.data.object)
    case 'checkout.session.async_payment_failed':
      return [failedFact(event.data.object)]
    case 'refund.created':
    case 'refund.updated':
    case 'charge.refund.updated':
      return refundFacts(event.data.object)
    case 'charge.refunded': {
      const { refunds, metadata } = event.data.object
      return (refunds?.data ?? []).flatMap((refund) => refundFacts(refund, findOwnId(metadata, 'intentId')))
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return disputeFacts(event.data.object)
    default:
      return []
  }
}
