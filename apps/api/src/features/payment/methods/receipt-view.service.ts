import type { ReceiptView } from '@cotation/contracts'
import type { Db, Trx } from '#db/database.ts'
import { findReceiptNames, type ReceiptRow } from './bank-receipt.repository.ts'

/** A receipt as staff see it. */
export async function receiptViewOf(db: Db | Trx, receipt: ReceiptRow): Promise<ReceiptView> {
  const { number, recordedBy, approvedBy } = await findReceiptNames(db, receipt)
  return {
    id: receipt.id,
    bankTransactionId: receipt.bank_transaction_id,
    reference: receipt.reference,
    amountMinor: Number(receipt.amount_minor),
    currency: receipt.currency,
    state: receipt.state,
    why: receipt.why,
    orderNumber: number,
    recordedBy,
    approvedBy,
    receivedAt: receipt.received_at.toISOString(),
  }
}
