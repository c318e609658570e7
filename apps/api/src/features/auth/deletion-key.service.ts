import { newSecret, secretHash } from '#core/secrets.ts'
import type { Db, Trx } from '#db/database.ts'
import { findKeyOwner, putKey, removeKey, takeKey } from './customer.repository.ts'

const purpose = 'account-deletion'

/** The key of the link that confirms a deletion; an earlier one becomes invalid (AUT-3). */
export async function createDeletionKey(db: Db, customerId: string, now: Date, expiresAt: Date): Promise<string> {
  const key = newSecret()
  await putKey(db, { hash: secretHash(key), customerId, purpose, now, expiresAt })
  return key
}

/** The customer of a live key, without using it up. */
export function findDeletionKeyOwner(db: Db | Trx, key: string, now: Date): Promise<string | null> {
  return findKeyOwner(db, secretHash(key), purpose, now)
}

/** Consumes a key; false if it is gone. */
export async function takeDeletionKey(trx: Trx, key: string, now: Date): Promise<boolean> {
  return (await takeKey(trx, secretHash(key), purpose, now)) !== null
}

export function removeDeletionKey(trx: Trx, customerId: string): Promise<void> {
  return removeKey(trx, customerId, purpose)
}
