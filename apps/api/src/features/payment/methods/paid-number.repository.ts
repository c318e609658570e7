import type { Db, Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'

/** The number of the order or reload that a payment is for. */
export async function getPaidNumber(db: Db | Trx, intent: PaymentIntentRow): Promise<string> {
  const { number } = await (intent.order_id === null
    ? db.selectFrom('reload').select('number').where('id', '=', String(intent.reload_id)).executeTakeFirstOrThrow()
    : db.selectFrom('customer_order').select('number').where('id', '=', intent.order_id).executeTakeFirstOrThrow())
  return number
}
