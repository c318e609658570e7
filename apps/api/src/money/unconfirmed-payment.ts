import type { UnconfirmedPayment } from '@cotation/contracts'
import type { PaymentState } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { ReceiptState } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import type { BankReceiptTable } from '#db/schema.generated.ts'

/** The payer is done, and the result is unknown. */
export const unfinishedStates: readonly PaymentState[] = ['processing', 'authorized', 'held']

/** Money that has arrived by transfer, about which staff have not decided. */
export const undecidedReceipts: readonly ReceiptState[] = ['unapproved', 'held']

type Receipt = Pick<Selectable<BankReceiptTable>, 'intent_id' | 'amount_minor' | 'currency' | 'received_at'>

/** A payment with the transfer that has arrived for it and waits for a decision, if any. */
export type CheckedPayment = PaymentIntentRow & { receipt: Receipt | null }

/** Adds to some payments the first transfer of each that waits for a decision. */
export async function withReceipts(db: Db | Trx, payments: readonly PaymentIntentRow[]): Promise<CheckedPayment[]> {
  const transferIds = payments.filter(({ method }) => method === 'bank_transfer').map(({ id }) => id)
  if (transferIds.length === 0) return payments.map((payment) => ({ ...payment, receipt: null }))

  const receipts = await db
    .selectFrom('bank_receipt')
    .select(['intent_id', 'amount_minor', 'currency', 'received_at'])
    .where('intent_id', 'in', transferIds)
    .where('state', 'in', undecidedReceipts)
    .orderBy('received_at')
    .orderBy('id')
    .execute()

  return payments.map((payment) => ({
    ...payment,
    receipt: receipts.find(({ intent_id }) => intent_id === payment.id) ?? null,
  }))
}

/**
 * The payment of a bill that was made and whose result is unknown. Also a transfer that staff check
 * although its payment has ended, such as the rest of a short one under the same reference.
 */
export function unconfirmedPaymentOf(payments: readonly CheckedPayment[]): UnconfirmedPayment | null {
  const payment = payments.findLast(({ state, receipt }) => receipt !== null || unfinishedStates.includes(state))
  if (!payment) return null

  const { method, amount_minor, currency, created_at, receipt } = payment
  return {
    method,
    amountMinor: Number(receipt?.amount_minor ?? amount_minor),
    currency: receipt?.currency ?? currency,
    at: (receipt?.received_at ?? created_at).toISOString(),
  }
}
