import { isOpenPayment, type StaffStatus } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { lockOrder, moveOrder, type OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { listParcels, listPayments } from '#features/order/view/order-view.repository.ts'
import { deliverWhenAllCame, moveParcels } from './parcel.service.ts'

/**
 * Whether staff may cancel an order by a mere change of status: nothing was paid, no payment is open and no coupon is bound. What
 * has more to give back is cancelled where money is.
 */
async function isWithoutMoney(trx: Trx, order: OrderRow): Promise<boolean> {
  if (order.status !== 'awaiting_payment' || order.coupon_id !== null) return false
  const payments = await listPayments(trx, order.id)
  return payments.every(({ state, captured_minor, refunded_minor }) => {
    return !isOpenPayment(state) && Number(captured_minor) <= Number(refunded_minor)
  })
}

/** Staff moves an order on; who and why is recorded. */
export async function moveByStaff(
  deps: Pick<Deps, 'clock' | 'db' | 'jobs'>,
  orderId: string,
  { to, reason, staffId }: { to: StaffStatus; reason: string; staffId: string },
): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (to === 'cancelled' && !(await isWithoutMoney(trx, order))) throw new AppError('ORDER_STATE')
    if (to === 'shipped' && (await listParcels(trx, orderId)).length === 0) throw new AppError('ORDER_STATE')
    const moved = await moveOrder(deps, trx, order, { to, actor: 'staff', staffId, reason }, now)
    if (to === 'shipped') await moveParcels(trx, orderId, 'in_transit', now)
    if (to === 'delivered') await moveParcels(trx, orderId, 'delivered', now)
    await deliverWhenAllCame(deps, trx, moved, now)
  })
}
