import { isUnpaid } from '@cotation/domain'
import type { Trx } from '#db/database.ts'
import { lockOrder, type OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import type { PaymentIntentRow } from './intent.repository.ts'
import { lockReload, type ReloadRow } from './reload.repository.ts'

/** What a payment is for. */
export type Subject = { order: OrderRow; reload: null } | { order: null; reload: ReloadRow }

/** Locked before the payment itself, always: two who change one payment never wait for each other in a ring. */
export async function lockSubject(trx: Trx, intent: PaymentIntentRow): Promise<Subject> {
  return intent.order_id === null
    ? { order: null, reload: await lockReload(trx, String(intent.reload_id)) }
    : { order: await lockOrder(trx, intent.order_id), reload: null }
}

/** Whether money that comes now is money that is waited for. */
export const waitsForMoney = ({ order }: Subject): boolean => order === null || isUnpaid(order.status)
