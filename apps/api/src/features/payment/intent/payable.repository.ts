import { isUnpaid } from '@cotation/domain'
import type { Updateable } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import type { OrderRow, PaymentIntentRow, ReloadRow } from '#db/order-rows.ts'
import type { ReloadTable } from '#db/schema.generated.ts'
import { lockOrder } from '#features/order/order.service.ts'
import { lockIntent } from './intent.repository.ts'

/** What a payment is for. */
export type Payable = { order: OrderRow; reload: null } | { order: null; reload: ReloadRow }

/** Always locked before the payment itself, so that two changes of one payment cannot deadlock. */
export async function lockPayable(trx: Trx, intent: PaymentIntentRow): Promise<Payable> {
  return intent.order_id === null
    ? { order: null, reload: await lockReload(trx, String(intent.reload_id)) }
    : { order: await lockOrder(trx, intent.order_id), reload: null }
}

/** A payment and what it is for, both locked. */
export interface LockedPayment {
  payable: Payable
  intent: PaymentIntentRow
}

export async function lockPayment(trx: Trx, intent: PaymentIntentRow): Promise<LockedPayment> {
  const payable = await lockPayable(trx, intent)
  return { payable, intent: await lockIntent(trx, intent.id) }
}

/** Whether money that arrives now is expected. */
export const isAwaitingMoney = ({ order }: Payable): boolean => order === null || isUnpaid(order.status)

/** The number of the order or reload that a payment is for. */
export async function getPayableNumber(db: Db | Trx, intent: PaymentIntentRow): Promise<string> {
  const { number } = await (intent.order_id === null
    ? db.selectFrom('reload').select('number').where('id', '=', String(intent.reload_id)).executeTakeFirstOrThrow()
    : db.selectFrom('customer_order').select('number').where('id', '=', intent.order_id).executeTakeFirstOrThrow())
  return number
}

export async function lockReload(trx: Trx, reloadId: string): Promise<ReloadRow> {
  return trx
    .selectFrom('reload')
    .selectAll()
    .where('id', '=', reloadId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

export async function updateReload(trx: Trx, reloadId: string, change: Updateable<ReloadTable>): Promise<void> {
  await trx.updateTable('reload').set(change).where('id', '=', reloadId).execute()
}
