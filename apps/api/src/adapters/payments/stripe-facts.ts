import type Stripe from 'stripe'
import type { CardEvent } from './card.ts'

type Metadata = Readonly<Record<string, string>> | null | undefined
type Reference = string | { id: string } | null | undefined

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Another shop on the same account has no ids of ours, or ids of another kind. */
function ours(metadata: Metadata, name: 'intentId' | 'refundId'): string | null {
  const id = metadata?.[name]
  return id !== undefined && uuid.test(id) ? id : null
}

const idOf = (reference: Reference): string | null =>
  (typeof reference === 'string' ? reference : reference?.id) ?? null

const captureFact = (paymentId: string) => `captured:${paymentId}`

const upper = (currency: string | null | undefined) => (currency ?? '').toUpperCase()

/** What a session's own state tells. A declined card is no fact: the page stays open for another one. */
export function sessionFacts(session: Stripe.Checkout.Session): CardEvent[] {
  const about = { currency: upper(session.currency), intentId: ours(session.metadata, 'intentId') }
  const payment = session.payment_intent
  const paymentId = idOf(payment)

  if (session.status === 'expired') return [{ ...about, id: `expired:${session.id}`, type: 'expired', amountMinor: 0 }]
  if (session.status !== 'complete') return []
  if (session.payment_status === 'paid' && paymentId) return [{ ...about, ...captured(session, paymentId) }]
  if (typeof payment === 'object' && payment && isLost(payment)) return [failedFact(session)]

  return [{ ...about, id: `processing:${session.id}`, type: 'processing', amountMinor: 0 }]
}

function captured(session: Stripe.Checkout.Session, paymentId: string) {
  const payment = session.payment_intent
  const looked = typeof payment === 'object' && payment ? payment : null

  return {
    id: captureFact(paymentId),
    type: 'captured',
    amountMinor: looked ? looked.amount_received : (session.amount_total ?? 0),
    currency: upper(looked?.currency ?? session.currency),
  } as const
}

/** After the payer was done, only money that did not come leads back there. */
const isLost = ({ status }: Stripe.PaymentIntent) => status === 'requires_payment_method' || status === 'canceled'

function failedFact(session: Stripe.Checkout.Session): CardEvent {
  return {
    id: `failed:${idOf(session.payment_intent) ?? session.id}`,
    type: 'failed',
    amountMinor: 0,
    currency: upper(session.currency),
    intentId: ours(session.metadata, 'intentId'),
  }
}

/** A refund counts when the provider has done it, not when it was asked for. */
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
      intentId: ours(refund.metadata, 'intentId') ?? intentId,
      ...(paymentId ? { captureId: captureFact(paymentId) } : {}),
      ...(refundId ? { refundId } : {}),
    },
  ]
}

export const refundIdOf = (refund: Stripe.Refund): string | null => ours(refund.metadata, 'refundId')

const closedDisputes = new Set<string>(['won', 'lost', 'warning_closed', 'prevented'])

/** Opened, and closed where it is: a look finds both. The money of one that is lost has gone back to the card. */
export function disputeFacts(dispute: Stripe.Dispute, intentId: string | null = null): CardEvent[] {
  const paymentId = idOf(dispute.payment_intent)
  const about = {
    amountMinor: 0,
    currency: upper(dispute.currency),
    intentId,
    ...(paymentId ? { captureId: captureFact(paymentId) } : {}),
  }
  const opened: CardEvent = { ...about, id: `disputed:${dispute.id}`, type: 'disputed' }
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

/** The facts in a message whose signature is good. Other messages, such as those of declined attempts, tell none. */
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
      return (refunds?.data ?? []).flatMap((refund) => refundFacts(refund, ours(metadata, 'intentId')))
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return disputeFacts(event.data.object)
    default:
      return []
  }
}
