import { isUnpaid, type OrderStatus } from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { type PayableRef, payableColumns } from './payable-ref.ts'

/** All attempts to pay an order, additional cost or reload, oldest first. */
export function listPayments(db: Db | Trx, { kind, id }: PayableRef): Promise<PaymentIntentRow[]> {
  return db
    .selectFrom('payment_intent')
    .selectAll()
    .where(payableColumns[kind], '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export const listOrderPayments = (db: Db | Trx, orderId: string): Promise<PaymentIntentRow[]> =>
  listPayments(db, { kind: 'order', id: orderId })

/** The payment of a purchase on credit, which is owed until it is settled. A job captures it later. */
export const creditPurchase = <P extends Pick<PaymentIntentRow, 'method' | 'state' | 'captured_minor'>>(
  payments: readonly P[],
): P | undefined =>
  payments.find(
    ({ method, state, captured_minor }) =>
      method === 'credit' && (state === 'authorized' || Number(captured_minor) > 0),
  )

/** The bank transfer that an order awaits. */
export const openTransfer = <P extends Pick<PaymentIntentRow, 'method' | 'state'>>(
  payments: readonly P[],
): P | undefined => payments.find(({ method, state }) => method === 'bank_transfer' && state === 'awaiting_funds')

type Rate = Pick<PaymentIntentRow, 'amount_minor' | 'usd_minor'>

/**
 * `minor × of ÷ whole`, rounded half up; in BigInt, since products of large amounts are not exact
 * floats.
 */
function proportion(minor: number, of: number, whole: number): number {
  if (of === whole) return minor
  const divisor = BigInt(whole)
  return Number((2n * BigInt(minor) * BigInt(of) + divisor) / (2n * divisor))
}

/** The USD value of an amount in the payment's currency, at the rate fixed for the payment. */
export const usdOf = (rate: Rate, minor: number): number =>
  proportion(minor, Number(rate.usd_minor), Number(rate.amount_minor))

/** A USD amount in the payment's currency, at the rate fixed for the payment. */
export const inPaymentCurrency = (rate: Rate, usdMinor: number): number =>
  proportion(usdMinor, Number(rate.amount_minor), Number(rate.usd_minor))

/** What a payment's amounts are computed from. */
type PaidAmounts = Rate & Pick<PaymentIntentRow, 'state' | 'captured_minor' | 'refunded_minor'>

/** Captured minus refunded, in US cents. Reserved credit counts as paid. */
export function netUsd(intent: PaidAmounts): number {
  if (intent.state === 'authorized') return Number(intent.usd_minor)
  return usdOf(intent, Number(intent.captured_minor)) - usdOf(intent, Number(intent.refunded_minor))
}

/** Whether money of a payment was received and counts. What is held counts once staff has decided. */
export const isCounted = ({ state, captured_minor }: Pick<PaymentIntentRow, 'state' | 'captured_minor'>): boolean =>
  state !== 'held' && Number(captured_minor) > 0

/** What was paid for an order or additional cost so far. Held payments count once staff has decided. */
export const paidUsd = (intents: readonly PaidAmounts[]): number =>
  intents.reduce((sum, intent) => (intent.state === 'held' ? sum : sum + netUsd(intent)), 0)

/** What is left to pay of an order or additional cost. */
export const dueUsd = ({ totalMinor }: { totalMinor: number }, intents: readonly PaymentIntentRow[]): number =>
  Math.max(0, totalMinor - paidUsd(intents))

/** What a payment has contributed to its bill, and what of that was refunded, in US cents. */
export interface CountedPayment {
  payment: PaymentIntentRow
  paidMinor: number
  refundedMinor: number
}

/**
 * What each payment has contributed to a bill. Money that went back before the bill was paid, such as the
 * balance's part of a failed attempt, or that was above the total, has contributed nothing: its return is
 * no refund of the bill.
 */
export function countPayments(
  { totalMinor, isPaid }: { totalMinor: number; isPaid: boolean },
  payments: readonly PaymentIntentRow[],
): CountedPayment[] {
  // Credit that was reserved and released was never paid, so it cannot have been refunded either.
  const released = payments.filter(({ method, state }) => method === 'credit' && state === 'voided')
  const releasedMinor = released.reduce((sum, { usd_minor }) => sum + Number(usd_minor), 0)
  let creditedMinor = isPaid ? Math.max(0, totalMinor - releasedMinor - paidUsd(payments)) : 0

  const refundedOf = new Map<string, number>()
  for (const payment of [...payments].sort(byRefundSequence)) {
    const refundedMinor = Math.min(creditedMinor, usdOf(payment, Number(payment.refunded_minor)))
    creditedMinor -= refundedMinor
    refundedOf.set(payment.id, refundedMinor)
  }

  return payments
    .filter(({ state }) => state !== 'held')
    .map((payment) => {
      const refundedMinor = refundedOf.get(payment.id) ?? 0
      return { payment, paidMinor: netUsd(payment) + refundedMinor, refundedMinor }
    })
}

interface ShownBill {
  totalMinor: number
  isPaid: boolean
  /** Cancelled, declined, withdrawn, expired or wholly refunded. */
  isClosed: boolean
}

/**
 * What each payment has contributed to a bill, as its pages show it to the customer: also what was paid from
 * outside above the total and went back, since the customer has seen that money leave. The balance's part of
 * a failed attempt is left out. A bill that was closed before it was paid has returned its last part only:
 * earlier ones went back when their attempts failed.
 */
export function shownPayments(bill: ShownBill, payments: readonly PaymentIntentRow[]): CountedPayment[] {
  const lastPart = payments.findLast((payment) => !isFromOutside(payment))
  const returnsLastPart = bill.isClosed && !bill.isPaid

  return countPayments(bill, payments).map((counted) => {
    const { payment } = counted
    const isShownWhole = isFromOutside(payment) || (returnsLastPart && payment === lastPart)
    if (!isShownWhole) return counted

    const refundedMinor = usdOf(payment, Number(payment.refunded_minor))
    return { payment, paidMinor: netUsd(payment) + refundedMinor, refundedMinor }
  })
}

/** The sums of counted payments, in US cents; what stays paid is `keptMinor`. */
export function sumCounted(payments: readonly CountedPayment[]): {
  paidMinor: number
  refundedMinor: number
  keptMinor: number
} {
  let paidMinor = 0
  let refundedMinor = 0
  for (const counted of payments) {
    paidMinor += counted.paidMinor
    refundedMinor += counted.refundedMinor
  }

  return { paidMinor, refundedMinor, keptMinor: paidMinor - refundedMinor }
}

const isFromOutside = ({ method }: PaymentIntentRow) => method !== 'balance'

/** Payments from outside first, newest first: what the balance paid is refunded last. */
export const byRefundSequence = (one: PaymentIntentRow, other: PaymentIntentRow) =>
  Number(isFromOutside(other)) - Number(isFromOutside(one)) || other.created_at.getTime() - one.created_at.getTime()

/** What is left to pay: 0 once an order is paid or closed. */
export function dueMinorOf(status: OrderStatus, totalMinor: number, paidMinor: number): number {
  return isUnpaid(status) ? Math.max(0, totalMinor - paidMinor) : 0
}
