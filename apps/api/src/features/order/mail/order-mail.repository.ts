import type { Db } from '#db/database.ts'
import type { OrderEventRow } from '#features/order/view/order-view.repository.ts'

/** Whom to tell of an order. */
export async function findAddressee(db: Db, customerId: string) {
  return db.selectFrom('customer').select(['email', 'username']).where('id', '=', customerId).executeTakeFirst()
}

/** A step of an order's life by its number, the first one without; and whether another has followed. */
export async function findStep(
  db: Db,
  orderId: string,
  eventId: string | undefined,
): Promise<{ step: OrderEventRow; isLast: boolean } | undefined> {
  const events = await db.selectFrom('order_event').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
  const step = eventId === undefined ? events[0] : events.find(({ id }) => id === eventId)
  return step && { step, isLast: step === events.at(-1) }
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
