import type { Currency } from '@cotation/domain'
import type { PaymentFact } from '#features/payment/intent/facts.repository.ts'
import type { LedgerLine, Posting } from '#src/money/ledger.ts'
import type { PaymentIntentRow } from '#src/money/payment-view.ts'

/** Where the money of a payment came to, or was taken from. */
function source(
  intent: PaymentIntentRow,
  usdMinor: number,
  received: { minor: number; currency: string },
): LedgerLine[] {
  const { customer_id: customerId } = intent
  if (intent.method === 'card') return [{ account: { kind: 'card' }, amountMinor: usdMinor }]
  if (intent.method === 'balance') return [{ account: { kind: 'wallet', customerId }, amountMinor: usdMinor }]
  if (intent.method === 'credit') return [{ account: { kind: 'credit_holds' }, amountMinor: usdMinor }]
  return bankLines(usdMinor, received)
}

/** Money on a bank account: in another currency the exchange stands between. */
export function bankLines(usdMinor: number, received: { minor: number; currency: string }): LedgerLine[] {
  const { minor } = received
  if (received.currency === 'USD') return [{ account: { kind: 'bank' }, amountMinor: usdMinor }]

  const currency = received.currency as Currency

  return [
    { account: { kind: 'bank', currency }, amountMinor: minor },
    { account: { kind: 'exchange', currency }, amountMinor: -minor },
    { account: { kind: 'exchange' }, amountMinor: usdMinor },
  ]
}

/** Where the money of a refund goes: a transfer comes back as balance, as its payer's account is not known. */
function goesBack({ method, customer_id: customerId }: PaymentIntentRow, usdMinor: number): LedgerLine {
  if (method === 'card') return { account: { kind: 'card' }, amountMinor: -usdMinor }
  const kind = method === 'credit' ? 'credit' : 'wallet'
  return { account: { kind, customerId }, amountMinor: -usdMinor }
}

const about = (intent: PaymentIntentRow) => ({
  customerId: intent.customer_id,
  intentId: intent.id,
  ...(intent.order_id && { orderId: intent.order_id }),
  ...(intent.reload_id && { reloadId: intent.reload_id }),
})

/** Why money went back that nobody of the shop gave. */
const noteOf = ({ detail }: PaymentFact) => ({ note: String(detail?.why ?? '') })

const keyOf = ({ type, provider, id }: PaymentFact) => `${type} ${provider} ${id}`

/** The posting of money that came for an order. */
export function orderCapture(intent: PaymentIntentRow, fact: PaymentFact, usdMinor: number): Posting {
  return {
    kind: intent.method === 'credit' ? 'credit-captured' : 'payment',
    key: keyOf(fact),
    ...about(intent),
    lines: [...source(intent, usdMinor, receivedOf(fact)), { account: { kind: 'sales' }, amountMinor: -usdMinor }],
  }
}

/** The posting of money of an order that goes back. */
export function orderRefund(intent: PaymentIntentRow, fact: PaymentFact, usdMinor: number): Posting {
  return {
    kind: 'refund',
    key: keyOf(fact),
    ...about(intent),
    ...noteOf(fact),
    lines: [{ account: { kind: 'sales' }, amountMinor: usdMinor }, goesBack(intent, usdMinor)],
  }
}

/** Credit reserved for an order, or (`released`) let go because it was never captured: once, however many facts say that it ended. */
export function creditReserve(intent: PaymentIntentRow, released: boolean): Posting {
  const usdMinor = released ? -Number(intent.usd_minor) : Number(intent.usd_minor)
  return {
    kind: released ? 'credit-released' : 'credit-reserved',
    key: `${released ? 'released' : 'authorized'} credit ${intent.id}`,
    ...about(intent),
    lines: [
      { account: { kind: 'credit', customerId: intent.customer_id }, amountMinor: usdMinor },
      { account: { kind: 'credit_holds' }, amountMinor: -usdMinor },
    ],
  }
}

/** The posting of money that came for a reload: it waits until it can be spent. */
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
    ...about(intent),
    lines: [...source(intent, usdMinor, receivedOf(fact)), { account, amountMinor: -usdMinor }],
  }
}

/** The posting of a reload that went back. */
export function reloadReturn(
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
    ...about(intent),
    ...noteOf(fact),
    lines: [{ account, amountMinor: usdMinor }, ...source(intent, -usdMinor, received)],
  }
}

/** What came to the bank may be of another currency than what was asked for. */
function receivedOf({ amountMinor, currency, detail }: PaymentFact) {
  return {
    minor: Number(detail?.receivedMinor ?? amountMinor),
    currency: String(detail?.receivedCurrency ?? currency),
  }
}
