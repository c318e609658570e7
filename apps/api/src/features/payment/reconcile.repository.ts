import { openPaymentStates } from '@cotation/domain'
import type { Db } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'

/** Payments that are due to be checked, longest waiting first. */
export async function listDueIntents(db: Db, now: Date, limit: number): Promise<PaymentIntentRow[]> {
  return db
    .selectFrom('payment_intent')
    .selectAll()
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(limit)
    .execute()
}

export async function setCheckAt(db: Db, intentId: string, checkAt: Date | null): Promise<void> {
  await db.updateTable('payment_intent').set({ check_at: checkAt }).where('id', '=', intentId).execute()
}

/**
 * Unpaid orders that the balance paid in part, without an open payment or a live link for the rest.
 */
export async function listOrdersWithIdleBalance(db: Db, before: Date, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_order as order')
    .innerJoin('payment_intent as part', 'part.order_id', 'order.id')
    .select('order.id')
    .distinct()
    .where('order.status', '=', 'awaiting_payment')
    .where('part.method', '=', 'balance')
    .where('part.state', 'in', ['captured', 'partially_refunded'])
    .where('part.created_at', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_intent as open')
            .select('open.id')
            .whereRef('open.order_id', '=', 'order.id')
            .where('open.state', 'in', openPaymentStates),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_link as link')
            .select('link.order_id')
            .whereRef('link.order_id', '=', 'order.id')
            .where('link.expires_at', '>', now),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
