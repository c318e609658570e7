import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentLinkTable } from '#db/schema.generated.ts'

export type LinkRow = Selectable<PaymentLinkTable>

export async function findLink(db: Db | Trx, keyHash: Buffer): Promise<LinkRow | undefined> {
  return db.selectFrom('payment_link').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
}

export async function findLiveLink(db: Db | Trx, orderId: string, now: Date): Promise<LinkRow | undefined> {
  return db
    .selectFrom('payment_link')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** An order has one link: a new one replaces the old. */
export async function replaceLink(trx: Trx, link: LinkRow): Promise<void> {
  await trx
    .insertInto('payment_link')
    .values(link)
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({ key_hash: link.key_hash, expires_at: link.expires_at }),
    )
    .execute()
}

export async function deleteLink(trx: Trx, orderId: string): Promise<void> {
  await trx.deleteFrom('payment_link').where('order_id', '=', orderId).execute()
}
