import type { Language } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { DeletedContact } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import type { AccountDeletionTable } from '#db/schema.generated.ts'

export type DeletionRow = Selectable<AccountDeletionTable>

const customerColumns = ['id', 'email', 'username', 'image_id', 'activated_at', 'password_hash', 'language'] as const

export async function getCustomer(db: Db | Trx, customerId: string) {
  return db.selectFrom('customer').select(customerColumns).where('id', '=', customerId).executeTakeFirstOrThrow()
}

/** Like `lockCustomer`; undefined if the customer is unknown or deleted. */
export async function lockLivingCustomer(trx: Trx, customerId: string) {
  return trx
    .selectFrom('customer')
    .select(customerColumns)
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Blocks new orders, sign-ins and everything else that refers to the customer. */
export async function lockCustomer(trx: Trx, customerId: string) {
  return trx
    .selectFrom('customer')
    .select(customerColumns)
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** A request that can still be confirmed. */
export async function findOpenRequest(db: Db | Trx, customerId: string, now: Date): Promise<DeletionRow | undefined> {
  return db
    .selectFrom('account_deletion')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Stores a request, or replaces the one that waits. */
export async function putRequest(
  trx: Trx,
  customerId: string,
  request: { language: Language; requested_at: Date; expires_at: Date; given_up_minor: number },
): Promise<void> {
  await trx
    .insertInto('account_deletion')
    .values({ customer_id: customerId, ...request })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(request))
    .execute()
}

export async function removeRequest(trx: Trx, customerId: string): Promise<void> {
  await trx
    .deleteFrom('account_deletion')
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Whether this link has deleted its account. */
export async function isUsedLink(db: Db | Trx, keyHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('account_deletion')
    .select('customer_id')
    .where('confirmed_key_hash', '=', keyHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the account as deleted; the erasure finds in `contact` what the account no longer has. */
export async function markConfirmed(
  trx: Trx,
  customerId: string,
  confirmed: { now: Date; keyHash: Buffer; contact: DeletedContact },
): Promise<void> {
  const { now, keyHash, contact } = confirmed
  await trx
    .updateTable('account_deletion')
    .set({ confirmed_at: now, confirmed_key_hash: keyHash, contact: JSON.stringify(contact) })
    .where('customer_id', '=', customerId)
    .execute()
  await trx.updateTable('customer').set({ deleted_at: now }).where('id', '=', customerId).execute()
}

/** A confirmed deletion whose erasure is not finished. */
export async function findUnfinished(db: Db, customerId: string) {
  const row = await db
    .selectFrom('account_deletion')
    .select(['confirmed_at', 'language', 'contact'])
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is not', null)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (!row?.confirmed_at || !row.contact) return undefined

  return { confirmedAt: row.confirmed_at, language: row.language, contact: row.contact }
}

/** Called before the mail is sent: a lost mail is better than one for every retry. */
export async function markTold(db: Db, customerId: string, contact: DeletedContact): Promise<void> {
  await db
    .updateTable('account_deletion')
    .set({ contact: JSON.stringify({ ...contact, isTold: true }) })
    .where('customer_id', '=', customerId)
    .execute()
}

export async function markFinished(db: Db, customerId: string, now: Date): Promise<void> {
  await db
    .updateTable('account_deletion')
    .set({ finished_at: now, contact: null })
    .where('customer_id', '=', customerId)
    .execute()
}

/** Removes requests that were not confirmed in time. */
export async function removeExpiredRequests(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('account_deletion').where('confirmed_at', 'is', null).where('expires_at', '<=', now).execute()
}
