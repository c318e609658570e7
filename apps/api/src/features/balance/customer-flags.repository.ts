import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'

export async function mayRecharge(db: Db, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('customer')
    .select('is_recharge')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return row.is_recharge
}

/** Blocks other changes of the customer, but not orders, which only reference the row. */
export async function lockCustomer(trx: Trx, customerId: string) {
  const row = await trx
    .selectFrom('customer')
    .select(['id', 'account_type'])
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

export interface CustomerFlags {
  is_recharge?: boolean
  is_entrust_order_account?: boolean
}

export async function updateFlags(trx: Trx, customerId: string, flags: CustomerFlags): Promise<void> {
  if (Object.keys(flags).length === 0) return
  await trx.updateTable('customer').set(flags).where('id', '=', customerId).execute()
}

export async function insertCreditGrant(
  trx: Trx,
  grant: { customer_id: string; limit_minor: number; reason: string; staff_id: string; at: Date },
): Promise<void> {
  await trx.insertInto('credit_grant').values(grant).execute()
}
