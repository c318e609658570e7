import type { Currency } from '@cotation/domain'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import type { LedgerLine, Posting } from '#src/money/ledger.ts'
import type { PaymentFact } from './facts.repository.ts'

interface Money {
  minor: number
  currency: string
}

/** The account that a payment's money came into, or was taken from. */
function sourceLines(intent: PaymentIntentRow, usdMinor: number, received: Money): LedgerLine[] {
  const { customer_id: customerId } = intent
  switch (intent.method) {
    case 'card':
      return [{ account: { kind: 'card' }, amountMinor: usdMinor }]
    case 'balance':
      return [{ account: { kind: 'wallet', customerId }, amountMinor: usdMinor }]
    case 'credit':
      return [{ account: { kind: 'credit_holds' }, amountMinor: usdMinor }]
    case 'bank_transfer':
      return bankLines(usdMinor, received)
  }
}

/** Money on a bank account. Another currency than USD goes through the exchange accounts. */
export function bankLines(usdMinor: number, received: Money): LedgerLine[] {
  if (received.currency === 'USD') return [{ account: { kind: 'bank' }, amountMinor: usdMinor }]

  const currency = received.currency as Currency
  return [
    { account: { kind: 'bank', currency }, amountMinor: received.minor },
    { account: { kind: 'exchange', currency }, amountMinor: -received.minor },
    { account: { kind: 'exchange' }, amountMinor: usdMinor },
  ]
}

/** Whether a payment is a transfer of the holder of a payment link, which staff send back to that payer. */
export const isPayerTransfer = ({ method, agency }: Pick<PaymentIntentRow, 'method' | 'agency'>): boolean =>
  method === 'bank_transfer' && agency

/** A customer's transfer is refunded to the balance; a payer's leaves our bank account again. */
function refundLines(intent: PaymentIntentRow, fact: PaymentFact, usdMinor: number): LedgerLine[] {
  const { method, currency, customer_id: customerId } = intent
  if (method === 'card') return [{ account: { kind: 'card' }, amountMinor: -usdMinor }]
  if (isPayerTransfer(intent)) return bankLines(-usdMinor, { minor: -fact.amountMinor, currency })

  const kind = method === 'credit' ? 'credit' : 'wallet'
  return [{ account: { kind, customerId }, amountMinor: -usdMinor }]
}

const referencesOf = (intent: PaymentIntentRow) => ({
  customerId: intent.customer_id,
  intentId: intent.id,
  ...(intent.order_id && { orderId: intent.order_id }),
  ...(intent.additional_cost_id && { additionalCostId: intent.additional_cost_id }),
  ...(intent.reload_id && { reloadId: intent.reload_id }),
})

/** Why the provider refunded on its own. */
const noteOf = ({ detail }: PaymentFact) => ({ note: String(detail?.why ?? '') })

const keyOf = ({ type, provider, id }: PaymentFact) => `${type} ${provider} ${id}`

/** The posting of money received for an order or additional cost. */
export function saleCapture(intent: PaymentIntentRow, fact: PaymentFact, usdMinor: number): Posting {
  return {
    kind: intent.method === 'credit' ? 'credit-captured' : 'payment',
    key: keyOf(fact),
    ...referencesOf(intent),
    lines: [...sourceLines(intent, usdMinor, receivedOf(fact)), { account: { kind: 'sales' }, amountMinor: -usdMinor }],
  }
}

/** The posting of money of an order or additional cost that is refunded. */
export function saleRefund(intent: PaymentIntentRow, fact: PaymentFact, usdMinor: number): Posting {
  return {
    kind: 'refund',
    key: keyOf(fact),
    ...referencesOf(intent),
    ...noteOf(fact),
    lines: [{ account: { kind: 'sales' }, amountMinor: usdMinor }, ...refundLines(intent, fact, usdMinor)],
  }
}

/**
 * Credit reserved for a purchase, or released because it was never captured. The key names the
 * payment, so that several facts that end it release it once.
 */
export function creditReserve(intent: PaymentIntentRow, effect: 'reserved' | 'released'): Posting {
  const isReleased = effect === 'released'
  const usdMinor = isReleased ? -Number(intent.usd_minor) : Number(intent.usd_minor)

  return {
    kind: isReleased ? 'credit-released' : 'credit-reserved',
    key: `${isReleased ? 'released' : 'authorized'} credit ${intent.id}`,
    ...referencesOf(intent),
    lines: [
      { account: { kind: 'credit', customerId: intent.customer_id }, amountMinor: usdMinor },
      { account: { kind: 'credit_holds' }, amountMinor: -usdMinor },
    ],
  }
}

/** The posting of money received for a reload: pending until it may be spent. */
export function reloadCapture(
  intent: PaymentIntentRow,
  fact: PaymentFact,
  usdMinor: number,
  into: 'wallet' | 'wallet_pending',
): Posting {
  const account = { kind: into, customerId: intent.customer_id } as const
  return {
    kind: 'reload',
    key: keyOf(fact),
    ...referencesOf(intent),
    lines: [...sourceLines(intent, usdMinor, receivedOf(fact)), { account, amountMinor: -usdMinor }],
  }
}

/** The posting of a reload that is refunded. */
export function reloadRefund(
  intent: PaymentIntentRow,
  fact: PaymentFact,
  usdMinor: number,
  from: 'wallet' | 'wallet_pending',
): Posting {
  const account = { kind: from, customerId: intent.customer_id } as const
  const received = { minor: -fact.amountMinor, currency: intent.currency }

  return {
    kind: 'reload-returned',
    key: keyOf(fact),
    ...referencesOf(intent),
    ...noteOf(fact),
    lines: [{ account, amountMinor: usdMinor }, ...sourceLines(intent, -usdMinor, received)],
  }
}

/** A transfer may arrive in another currency than the one that was requested. */
function receivedOf({ amountMinor, currency, detail }: PaymentFact): Money {
  return {
    minor: Number(detail?.receivedMinor ?? amountMinor),
    currency: String(detail?.receivedCurrency ?? currency),
  }
}

/** Key of the posting that reserves balance for a reload's refund while the provider is asked. */
export const holdKey = (refundId: string): string => `held for refund ${refundId}`

/** Reserves balance for a reload's refund, so that it cannot be spent meanwhile. */
export const reserveHold = (intent: PaymentIntentRow, refundId: string, usdMinor: number): Posting => ({
  kind: 'adjustment',
  key: holdKey(refundId),
  customerId: intent.customer_id,
  intentId: intent.id,
  lines: [
    { account: { kind: 'wallet', customerId: intent.customer_id }, amountMinor: usdMinor },
    { account: { kind: 'wallet_pending', customerId: intent.customer_id }, amountMinor: -usdMinor },
  ],
})

/** Releases what was reserved for a refund. */
export const releaseHold = (intent: PaymentIntentRow, refundId: string, usdMinor: number): Posting => ({
  ...reserveHold(intent, refundId, -usdMinor),
  key: `freed ${refundId}`,
})
