/** States of a payment. */
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
 * A fact about a payment. `id` names the fact, not the message: a webhook, a repeated webhook and a
 * status request about one capture all carry the id of that capture, so it counts once.
 */
export interface PaymentEvent {
  id: string
  type: PaymentEventType
  /** Amount of captures and refunds, 0 otherwise, in the payment's currency. */
  amountMinor: number
}

export interface PaymentStanding {
  state: PaymentState
  capturedMinor: number
  refundedMinor: number
}

/** States before money, most advanced first. */
const progress = ['authorized', 'processing', 'awaiting_funds', 'requires_action'] as const

/** Final states without money, most specific first. */
const ends = ['failed', 'voided', 'expired'] as const

/**
 * Folds events into the payment's state, independent of sequence and repetition. Captured money
 * outweighs all else: a capture after an expiry is a capture.
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

/** Open payments block any other payment of the same order (PAY-5). */
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

/** Started but not paid: nobody has paid on its card page, or its transfer has not arrived. */
export const isUnpaidPayment = (state: PaymentState): boolean =>
  state === 'created' || state === 'requires_action' || state === 'awaiting_funds'

/** The payer is done but the result is unknown; the customer must not reorder (spec 4). */
export const isPendingPayment = (state: PaymentState): boolean =>
  state === 'processing' || state === 'authorized' || state === 'held' || state === 'awaiting_funds'
