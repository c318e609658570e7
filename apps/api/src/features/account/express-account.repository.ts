import { type CarrierId, carrierIds, type ExpressAccounts } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { ExpressAccountTable } from '#db/schema.generated.ts'

export type ExpressAccountRow = Selectable<ExpressAccountTable>

/** The current accounts of a customer, at most one for each carrier. */
export async function listExpressAccounts(db: Db | Trx, customerId: string): Promise<ExpressAccountRow[]> {
  return db
    .selectFrom('express_account')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('is_current', '=', true)
    .execute()
}

/**
 * Stores the accounts of a customer, whose row is locked: two changes at once would otherwise both
 * make an account the current one. A number that returns is still confirmed.
 */
export async function putExpressAccounts(
  trx: Trx,
  customerId: string,
  numbers: ExpressAccounts,
  now: Date,
): Promise<void> {
  await trx.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  await trx
    .updateTable('express_account')
    .set({ is_current: false })
    .where('customer_id', '=', customerId)
    .where('is_current', '=', true)
    .execute()

  const accounts = carrierIds
    .filter((carrier) => numbers[carrier] !== '')
    .map((carrier) => ({
      customer_id: customerId,
      carrier,
      number: numbers[carrier],
      is_current: true,
      created_at: now,
    }))
  if (accounts.length === 0) return

  await trx
    .insertInto('express_account')
    .values(accounts)
    .onConflict((conflict) => conflict.columns(['customer_id', 'carrier', 'number']).doUpdateSet({ is_current: true }))
    .execute()
}

interface Confirmation {
  customerId: string
  carrier: CarrierId
  number: string
  staffId: string
  now: Date
}

/** Confirms an account once; `unknown` if the customer has no such one. */
export async function setConfirmed(
  trx: Trx,
  { customerId, carrier, number, staffId, now }: Confirmation,
): Promise<'unknown' | 'before' | 'now'> {
  const account = await trx
    .selectFrom('express_account')
    .select('confirmed_at')
    .where('customer_id', '=', customerId)
    .where('carrier', '=', carrier)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return 'unknown'
  if (account.confirmed_at !== null) return 'before'

  await trx
    .updateTable('express_account')
    .set({ confirmed_at: now, confirmed_by: staffId })
    .where('customer_id', '=', customerId)
    .where('carrier', '=', carrier)
    .where('number', '=', number)
    .execute()
  return 'now'
}
