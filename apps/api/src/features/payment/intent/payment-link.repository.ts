import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentLinkTable } from '#db/schema.generated.ts'
import { payableColumns } from '#src/money/payable-ref.ts'
import type { BillRef } from './payable.repository.ts'

export type LinkRow = Selectable<PaymentLinkTable>

export async function findLink(db: Db | Trx, keyHash: Buffer): Promise<LinkRow | undefined> {
  return db.selectFrom('payment_link').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
}

/** The link that the customer has made for another payer. One that we mailed does not count. */
export async function findLiveLink(db: Db | Trx, { kind, id }: BillRef, now: Date): Promise<LinkRow | undefined> {
  return db
    .selectFrom('payment_link')
    .selectAll()
    .where(payableColumns[kind], '=', id)
    .where('expires_at', '>', now)
    .where('is_mailed', '=', false)
    .executeTakeFirst()
}

/** A bill has one link: a new one replaces the old. */
export async function replaceLink(trx: Trx, kind: BillRef['kind'], link: LinkRow): Promise<void> {
  await trx
    .insertInto('payment_link')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .column(payableColumns[kind])
        .doUpdateSet({ key_hash: link.key_hash, expires_at: link.expires_at, is_mailed: link.is_mailed }),
    )
    .execute()
}

export async function deleteLink(trx: Trx, { kind, id }: BillRef): Promise<void> {
  await trx.deleteFrom('payment_link').where(payableColumns[kind], '=', id).execute()
}
