import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export type PayerReturnRow = Awaited<ReturnType<typeof readPayerReturns>>[number]

interface Wanted {
  id?: string
  state?: 'asked'
  limit: number
}

/** Refunds of transfers that holders of payment links made, oldest first. */
export async function readPayerReturns(db: Db, { id, state, limit }: Wanted) {
  return db
    .selectFrom('payment_refund as refund')
    .innerJoin('payment_intent as intent', 'intent.id', 'refund.intent_id')
    .leftJoin('customer_order as order', 'order.id', 'intent.order_id')
    .leftJoin('additional_cost as cost', 'cost.id', 'intent.additional_cost_id')
    .select(({ fn }) => [
      'refund.id',
      fn.coalesce('order.number', 'cost.number', sql<string>`''`).as('number'),
      'refund.amount_minor',
      'intent.currency',
      'refund.usd_minor',
      'intent.payer_email',
      sql<string[]>`array(
        select bank_transaction_id from bank_receipt
        where bank_receipt.intent_id = intent.id and bank_receipt.state = 'matched'
        order by received_at)`.as('received_as'),
      'refund.reason',
      'refund.asked_at',
      'refund.bank_transaction_id',
      'refund.done_at',
    ])
    .where('intent.method', '=', 'bank_transfer')
    .where('intent.agency', '=', true)
    .$if(id !== undefined, (query) => query.where('refund.id', '=', String(id)))
    .$if(state !== undefined, (query) => query.where('refund.state', '=', 'asked'))
    .orderBy('refund.asked_at')
    .orderBy('refund.id')
    .limit(limit)
    .execute()
}
