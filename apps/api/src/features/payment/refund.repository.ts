import type { Insertable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentRefundTable } from '#db/schema.generated.ts'
import type { RefundRow } from '#src/money/refundable.ts'

export async function findRefund(db: Db | Trx, refundId: string): Promise<RefundRow | undefined> {
  return db.selectFrom('payment_refund').selectAll().where('id', '=', refundId).executeTakeFirst()
}

export async function insertRefund(trx: Db | Trx, refund: Insertable<PaymentRefundTable>): Promise<void> {
  await trx.insertInto('payment_refund').values(refund).execute()
}

export async function updateRefund(
  trx: Trx,
  refundId: string,
  change: Pick<RefundRow, 'state' | 'done_at'> & Partial<Pick<RefundRow, 'sent_by' | 'bank_transaction_id'>>,
): Promise<void> {
  await trx.updateTable('payment_refund').set(change).where('id', '=', refundId).execute()
}

/** Whether a transfer to a payer is recorded for a refund already. */
export async function isTransferUsed(trx: Trx, bankTransactionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_refund')
    .select('id')
    .where('bank_transaction_id', '=', bankTransactionId)
    .executeTakeFirst()
  return row !== undefined
}

/** Refunds that the card provider has not executed, oldest first. */
export async function listRequestedRefunds(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_refund')
    .innerJoin('payment_intent', 'payment_intent.id', 'payment_refund.intent_id')
    .select('payment_refund.id')
    .where('payment_refund.state', '=', 'asked')
    .where('payment_intent.method', '=', 'card')
    .where('asked_at', '<=', before)
    .orderBy('asked_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
