import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentLinkTable } from '#db/schema.generated.ts'
import { payableColumns } from '#src/money/payable-ref.ts'
import type { BillRef } from './payable.repository.ts'

export type LinkRow = Selectable<PaymentLinkTable>
export type NewLinkRow = Insertable<PaymentLinkTable>

export async function findLink(db: Db | Trx, keyHash: Buffer): Promise<LinkRow | undefined> {
  return db.selectFrom('payment_link').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
}

/** The order that a link is for, or whose additional cost it is for. */
export async function findLinkedOrderId(db: Db, keyHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_link')
    .leftJoin('additional_cost', 'additional_cost.id', 'payment_link.additional_cost_id')
    .select(['payment_link.order_id', 'additional_cost.order_id as cost_order_id'])
    .where('payment_link.key_hash', '=', keyHash)
    .executeTakeFirst()

  return row?.order_id ?? row?.cost_order_id ?? undefined
}

/** The links that the customer has made for other payers. One that we mailed on our own does not count. */
export async function listLiveLinks(db: Db | Trx, { kind, id }: BillRef, now: Date): Promise<LinkRow[]> {
  return db
    .selectFrom('payment_link')
    .selectAll()
    .where(payableColumns[kind], '=', id)
    .where('expires_at', '>', now)
    .where('is_mailed', '=', false)
    .orderBy('recipient')
    .execute()
}

/** New links end the older ones of their bill, which is locked. */
export async function replaceLinks(trx: Trx, ref: BillRef, links: readonly NewLinkRow[]): Promise<LinkRow[]> {
  await deleteLinks(trx, ref)
  return trx.insertInto('payment_link').values(links).returningAll().execute()
}

export async function deleteLinks(trx: Trx, { kind, id }: BillRef): Promise<void> {
  await trx.deleteFrom('payment_link').where(payableColumns[kind], '=', id).execute()
}

/** Sets the key of a link; undefined if it was revoked or replaced. */
export async function setLinkKey(trx: Trx, linkId: string, keyHash: Buffer): Promise<LinkRow | undefined> {
  return trx
    .updateTable('payment_link')
    .set({ key_hash: keyHash })
    .where('id', '=', linkId)
    .returningAll()
    .executeTakeFirst()
}

/** The link that we mail on our own with a bill; undefined if it was revoked or replaced. */
export async function findMailedLink(db: Db, { kind, id }: BillRef): Promise<LinkRow | undefined> {
  return db
    .selectFrom('payment_link')
    .selectAll()
    .where(payableColumns[kind], '=', id)
    .where('is_mailed', '=', true)
    .executeTakeFirst()
}

/** The bill of a link. */
export function linkedRef({ order_id, additional_cost_id }: LinkRow): BillRef {
  return order_id === null
    ? { kind: 'additional-cost', id: String(additional_cost_id) }
    : { kind: 'order', id: order_id }
}

export async function findLinkById(db: Db | Trx, linkId: string): Promise<LinkRow | undefined> {
  return db.selectFrom('payment_link').selectAll().where('id', '=', linkId).executeTakeFirst()
}
