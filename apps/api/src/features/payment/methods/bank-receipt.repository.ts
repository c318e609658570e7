import type { Insertable, Selectable, Updateable } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import type { BankReceiptTable } from '#db/schema.generated.ts'

export type ReceiptRow = Selectable<BankReceiptTable>

/** Returns nothing if this bank transaction was already recorded. */
export async function insertReceipt(trx: Trx, receipt: Insertable<BankReceiptTable>): Promise<ReceiptRow | undefined> {
  return trx
    .insertInto('bank_receipt')
    .values(receipt)
    .onConflict((conflict) => conflict.column('bank_transaction_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function getReceiptOf(db: Db | Trx, bankTransactionId: string): Promise<ReceiptRow> {
  return db
    .selectFrom('bank_receipt')
    .selectAll()
    .where('bank_transaction_id', '=', bankTransactionId)
    .executeTakeFirstOrThrow()
}

export async function getReceipt(db: Db | Trx, receiptId: string): Promise<ReceiptRow> {
  return db
    .selectFrom('bank_receipt')
    .selectAll()
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

/** The payment and what it pays must be locked first. */
export async function lockReceipt(trx: Trx, receiptId: string): Promise<ReceiptRow> {
  return trx
    .selectFrom('bank_receipt')
    .selectAll()
    .where('id', '=', receiptId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

export async function updateReceipt(
  trx: Trx,
  receiptId: string,
  change: Updateable<BankReceiptTable>,
): Promise<ReceiptRow> {
  return trx
    .updateTable('bank_receipt')
    .set(change)
    .where('id', '=', receiptId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The number of what was paid, and the names of the staff who handled a receipt. */
export async function findReceiptNames(
  db: Db | Trx,
  receipt: ReceiptRow,
): Promise<{ number: string | null; recordedBy: string; approvedBy: string | null }> {
  return db
    .selectFrom('bank_receipt as receipt')
    .innerJoin('staff_member as recorder', 'recorder.id', 'receipt.recorded_by')
    .leftJoin('staff_member as approver', 'approver.id', 'receipt.approved_by')
    .leftJoin('payment_intent as intent', 'intent.id', 'receipt.intent_id')
    .leftJoin('customer_order as order', 'order.id', 'intent.order_id')
    .leftJoin('additional_cost as cost', 'cost.id', 'intent.additional_cost_id')
    .leftJoin('reload', 'reload.id', 'intent.reload_id')
    .select(({ fn }) => [
      fn.coalesce('order.number', 'cost.number', 'reload.number').as('number'),
      'recorder.name as recordedBy',
      'approver.name as approvedBy',
    ])
    .where('receipt.id', '=', receipt.id)
    .executeTakeFirstOrThrow()
}
