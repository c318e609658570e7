import type { Db, Trx } from '#db/database.ts'

export interface NewEmailChange {
  customerId: string
  oldEmail: string
  newEmail: string
  now: Date
}

/** Earlier links to a new address end; their mails to the old address can still undo. */
export async function insertEmailChange(trx: Trx, change: NewEmailChange): Promise<string> {
  await trx
    .updateTable('email_change')
    .set({ confirm_hash: null })
    .where('customer_id', '=', change.customerId)
    .execute()
  const { id } = await trx
    .insertInto('email_change')
    .values({
      customer_id: change.customerId,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      requested_at: change.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const columns = ['email_change.id', 'customer_id', 'old_email', 'new_email', 'requested_at', 'confirmed_at'] as const

/** The change with its customer; undefined once it was undone. */
export async function findEmailChange(db: Db, id: string) {
  return db
    .selectFrom('email_change')
    .innerJoin('customer', 'customer.id', 'email_change.customer_id')
    .select([...columns, 'username', 'language'])
    .where('email_change.id', '=', id)
    .executeTakeFirst()
}

/** Whether the customer has asked for another address since. */
export async function isNewestEmailChange(db: Db, customerId: string, id: string): Promise<boolean> {
  const newest = await db
    .selectFrom('email_change')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return newest?.id === id
}

export async function putEmailKey(db: Db, id: string, key: { confirm_hash: Buffer } | { undo_hash: Buffer }) {
  await db.updateTable('email_change').set(key).where('id', '=', id).execute()
}

export async function lockEmailChangeBy(
  trx: Trx,
  column: 'confirm_hash' | 'undo_hash',
  hash: Buffer,
  requestedAfter: Date,
) {
  return trx
    .selectFrom('email_change')
    .select(columns)
    .where(column, '=', hash)
    .where('requested_at', '>', requestedAfter)
    .forUpdate()
    .executeTakeFirst()
}

export async function markConfirmed(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('email_change').set({ confirmed_at: now, confirm_hash: null }).where('id', '=', id).execute()
}

/** Removes a change and all later ones, whose mails went to addresses that the owner does not have. */
export async function removeEmailChangesSince(trx: Trx, customerId: string, requestedAt: Date): Promise<void> {
  await trx
    .deleteFrom('email_change')
    .where('customer_id', '=', customerId)
    .where('requested_at', '>=', requestedAt)
    .execute()
}

/** Confirmed ones stay: an erasure must find what was sent to earlier addresses. */
export async function removeUnconfirmedChanges(db: Db, requestedBefore: Date): Promise<void> {
  await db
    .deleteFrom('email_change')
    .where('confirmed_at', 'is', null)
    .where('requested_at', '<', requestedBefore)
    .execute()
}

export async function updateEmail(trx: Trx, customerId: string, email: string): Promise<void> {
  await trx.updateTable('customer').set({ email }).where('id', '=', customerId).execute()
}

/** A sign-up that was never activated proves nothing about its address. */
export async function removeUnactivatedWith(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('customer').where('email', '=', email).where('activated_at', 'is', null).execute()
}

/** Keys that were mailed to the earlier address. */
export async function removeMailedKeys(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('account_key').where('customer_id', '=', customerId).execute()
}
