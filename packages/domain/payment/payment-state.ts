/** States of one payment (quality, Payments). */
export const paymentStates = [
  'created',
  'requires_action',
  'awaiting_funds',
  'processing',
  'authorized',
  'captured',
  'partially_refunded',
  'refunded',
  'failed',
  'voided',
  'expired',
  'disputed',
  'held',
] as const

export type PaymentState = (typeof paymentStates)[number]

export const paymentEventTypes = [
  'requires_action',
  'awaiting_funds',
  'processing',
  'authorized',
  'captured',
  'refunded',
  'failed',
  'voided',
  'expired',
  'disputed',
  'dispute_closed',
  'held',
  'released',
] as const

export type PaymentEventType = (typeof paymentEventTypes)[number]

/**
 * Something that happened to a payment. `id` names the fact and not the message that told it: a webhook, a look at the provider and a
 * repeated webhook about one capture all have the id of that capture, so that it counts once.
 */
export interface PaymentEvent {
  id: string
  type: PaymentEventType
  /** Of captures and refunds; 0 for the others. In the payment's own currency. */
  amountMinor: number
}

export interface PaymentStanding {
  state: PaymentState
  capturedMinor: number
  refundedMinor: number
}

/** Beginnings of a payment, furthest first. */
const progress = ['authorized', 'processing', 'awaiting_funds', 'requires_action'] as const

/** Ends without money, the one that says most first. */
const ends = ['failed', 'voided', 'expired'] as const

/**
 * The state that events add up to, in whatever order and however often they were told. Money outweighs every other news: a capture
 * that comes after an expiry is a capture.
 */
export function paymentStanding(events: readonly PaymentEvent[]): PaymentStanding {
  const facts = [...new Map(events.map((event) => [event.id, event])).values()]
  const sum = (type: PaymentEventType) =>
    facts.reduce((total, event) => (event.type === type ? total + event.amountMinor : total), 0)
  const count = (type: PaymentEventType) => facts.filter((event) => event.type === type).length
  const capturedMinor = sum('captured')
  const refundedMinor = sum('refunded')
  return { state: state(), capturedMinor, refundedMinor }

  function state(): PaymentState {
    if (count('disputed') > count('dispute_closed')) return 'disputed'
    if (count('held') > count('released')) return 'held'
    if (capturedMinor > 0) {
      if (refundedMinor >= capturedMinor) return 'refunded'
      return refundedMinor > 0 ? 'partially_refunded' : 'captured'
    }
    return ends.find((type) => count(type) > 0) ?? progress.find((type) => count(type) > 0) ?? 'created'
  }
}

/** A payment whose end is not known: no other may be begun for the same order (PAY-5). */
export const openPaymentStates = [
  'created',
  'requires_action',
  'awaiting_funds',
  'processing',
  'authorized',
  'held',
] as const satisfies readonly PaymentState[]

export const isOpenPayment = (state: PaymentState): boolean =>
  (openPaymentStates as readonly PaymentState[]).includes(state)

/** The payer is done and the result is not known: the customer must not order again (spec 4). */
export const isPendingPayment = (state: PaymentState): boolean =>
  state === 'processing' || state === 'authorized' || state === 'held' || state === 'awaiting_funds'
