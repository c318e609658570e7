import { openPaymentStates } from '@cotation/domain'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import type { Database } from '#db/schema.generated.ts'
import type { BillRef } from './intent/payable.repository.ts'

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
 * Unpaid bills that the balance paid in part, without an open payment or a live link for the rest.
 */
export async function listBillsWithIdleBalance(db: Db, before: Date, now: Date, limit: number): Promise<BillRef[]> {
  const orders = await db
    .selectFrom('customer_order as order')
    .innerJoin('payment_intent as part', 'part.order_id', 'order.id')
    .select('order.id')
    .distinct()
    .where('order.status', '=', 'awaiting_payment')
    .where(isIdlePart('order_id', before, now))
    .limit(limit)
    .execute()

  const costs = await db
    .selectFrom('additional_cost as cost')
    .innerJoin('payment_intent as part', 'part.additional_cost_id', 'cost.id')
    .select('cost.id')
    .distinct()
    .where('cost.state', '=', 'requested')
    .where(isIdlePart('additional_cost_id', before, now))
    .limit(limit)
    .execute()

  return [
    ...orders.map(({ id }): BillRef => ({ kind: 'order', id })),
    ...costs.map(({ id }): BillRef => ({ kind: 'additional-cost', id })),
  ]
}

/** Whether the payment `part` came from the balance, and nobody is paying the rest. */
const isIdlePart =
  (column: 'order_id' | 'additional_cost_id', before: Date, now: Date) =>
  ({ and, eb, exists, not, selectFrom }: ExpressionBuilder<Database & { part: Database['payment_intent'] }, 'part'>) =>
    and([
      eb('part.method', '=', 'balance'),
      eb('part.state', 'in', ['captured', 'partially_refunded']),
      eb('part.created_at', '<=', before),
      not(
        exists(
          selectFrom('payment_intent as open')
            .select('open.id')
            .whereRef(`open.${column}`, '=', `part.${column}`)
            .where('open.state', 'in', openPaymentStates),
        ),
      ),
      not(
        exists(
          selectFrom('payment_link as link')
            .select('link.key_hash')
            .whereRef(`link.${column}`, '=', `part.${column}`)
            .where('link.expires_at', '>', now)
            .where('link.is_mailed', '=', false),
        ),
      ),
    ])
