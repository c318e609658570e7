import type { Db } from '#db/database.ts'

/** Where mails to a customer go, and in which language; undefined once the account is deleted. */
export async function findRecipient(db: Db, customerId: string) {
  return db
    .selectFrom('customer')
    .select(['email', 'username', 'language'])
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
