import type { Db, Trx } from '#db/database.ts'

export async function listPasskeys(db: Db | Trx, customerId: string) {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'credential_id', 'created_at', 'last_used_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export interface NewPasskey {
  customerId: string
  credentialId: Buffer
  publicKey: Buffer
  name: string
  signCount: number
  now: Date
}

/** False if the passkey is registered already. */
export async function insertPasskey(trx: Trx, passkey: NewPasskey): Promise<boolean> {
  const row = await trx
    .insertInto('passkey')
    .values({
      customer_id: passkey.customerId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      name: passkey.name,
      sign_count: passkey.signCount,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function lockPasskey(trx: Trx, customerId: string, credentialId: Buffer) {
  return trx
    .selectFrom('passkey')
    .select(['id', 'public_key', 'sign_count'])
    .where('customer_id', '=', customerId)
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
}

export async function notePasskeyUse(trx: Trx, id: string, signCount: number, now: Date): Promise<void> {
  await trx.updateTable('passkey').set({ sign_count: signCount, last_used_at: now }).where('id', '=', id).execute()
}

/** False if the customer has no such passkey. */
export async function removePasskeyOf(trx: Trx, customerId: string, id: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('passkey')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export async function removePasskeys(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('passkey').where('customer_id', '=', customerId).execute()
}
