import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import type { PaymentRefundTable } from '#db/schema.generated.ts'
import { byRefundSequence, inPaymentCurrency, listPayments, usdOf } from './order-payments.ts'
import type { PayableRef } from './payable-ref.ts'

export type RefundRow = Selectable<PaymentRefundTable>

export async function listRefunds(db: Db | Trx, intentIds: readonly string[]): Promise<RefundRow[]> {
  if (intentIds.length === 0) return []
  return db.selectFrom('payment_refund').selectAll().where('intent_id', 'in', intentIds).execute()
}

/** The part of a refund that comes out of one payment. */
export interface RefundPart {
  intent: PaymentIntentRow
  usdMinor: number
  /** The same in the payment's currency. */
  amountMinor: number
}

/** What can be refunded of a payment: captured − refunded − requested. */
function refundableOf(
  intent: PaymentIntentRow,
  refunds: readonly RefundRow[],
): { amountMinor: number; usdMinor: number } {
  const own = refunds.filter(({ intent_id }) => intent_id === intent.id)
  const sum = (rows: readonly RefundRow[], column: 'amount_minor' | 'usd_minor') =>
    rows.reduce((total, row) => total + Number(row[column]), 0)

  const requested = own.filter(({ state }) => state === 'asked')
  const capturedMinor = Number(intent.captured_minor)
  const amountMinor = capturedMinor - Number(intent.refunded_minor) - sum(requested, 'amount_minor')
  if (intent.currency === 'USD') return { amountMinor, usdMinor: amountMinor }

  // Both currencies round to whole cents: only the USD parts add up to the USD that was counted.
  const effective = own.filter(({ state }) => state !== 'failed')
  return { amountMinor, usdMinor: usdOf(intent, capturedMinor) - sum(effective, 'usd_minor') }
}

/** Splits a refund over the payments of a bill; null if less than that is left to refund. */
export function refundParts(
  intents: readonly PaymentIntentRow[],
  refunds: readonly RefundRow[],
  usdMinor: number | 'all',
): RefundPart[] | null {
  let leftMinor = usdMinor === 'all' ? Number.POSITIVE_INFINITY : usdMinor
  const parts: RefundPart[] = []

  for (const intent of [...intents].sort(byRefundSequence)) {
    const refundable = refundableOf(intent, refunds)
    const partMinor = Math.min(leftMinor, refundable.usdMinor)
    if (partMinor <= 0) continue

    leftMinor -= partMinor
    const isWhole = partMinor === refundable.usdMinor
    const amountMinor = isWhole
      ? refundable.amountMinor
      : Math.min(inPaymentCurrency(intent, partMinor), refundable.amountMinor - 1)
    parts.push({ intent, usdMinor: partMinor, amountMinor })
  }

  return leftMinor > 0 && usdMinor !== 'all' ? null : parts
}

/** What can still be refunded of a bill, in US cents: the amount of a refund of `all`. */
export async function refundableUsd(db: Db | Trx, ref: PayableRef): Promise<number> {
  const intents = await listPayments(db, ref)
  const refunds = await listRefunds(
    db,
    intents.map(({ id }) => id),
  )
  return (refundParts(intents, refunds, 'all') ?? []).reduce((sum, { usdMinor }) => sum + usdMinor, 0)
}
