import type { Db } from '#db/database.ts'
import type { OrderEventRow } from '#features/order/view/order-view.repository.ts'

/** The recipient of mails about an order. */
export async function findRecipient(db: Db, customerId: string) {
  return db.selectFrom('customer').select(['email', 'username']).where('id', '=', customerId).executeTakeFirst()
}

/** A status change by its id, or the first one; and whether it is the latest. */
export async function findEvent(
  db: Db,
  orderId: string,
  eventId: string | undefined,
): Promise<{ event: OrderEventRow; isLatest: boolean } | undefined> {
  const events = await db.selectFrom('order_event').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
  const event = eventId === undefined ? events[0] : events.find(({ id }) => id === eventId)
  return event && { event, isLatest: event === events.at(-1) }
}

/** Points that the order has earned. */
export async function findPointsEarned(db: Db, orderId: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_entry', 'ledger_entry.transaction_id', 'ledger_transaction.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select('ledger_entry.amount_minor')
    .where('ledger_transaction.idempotency_key', '=', `points ${orderId}`)
    .where('ledger_account.kind', '=', 'points')
    .executeTakeFirst()
  return -Number(row?.amount_minor ?? 0)
}
