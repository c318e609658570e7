import { isOpenPayment, type StaffStatus } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { listParcels, listPayments } from '#features/order/view/order-view.repository.ts'
import { lockOrder, moveOrder } from './order-status.service.ts'
import { deliverWhenAllParcelsArrived, moveParcels } from './parcel.service.ts'

/**
 * Whether a plain status change may cancel an order: nothing is paid, no payment is open and no
 * coupon is bound. Orders with money or a coupon to return are cancelled by the payment slice.
 */
async function hasNothingToReturn(trx: Trx, order: OrderRow): Promise<boolean> {
  if (order.status !== 'awaiting_payment' || order.coupon_id !== null) return false

  const payments = await listPayments(trx, order.id)
  return payments.every(
    ({ state, captured_minor, refunded_minor }) =>
      !isOpenPayment(state) && Number(captured_minor) <= Number(refunded_minor),
  )
}

/** Moves an order on behalf of staff and records who did it and why. */
export async function moveByStaff(
  deps: Pick<Deps, 'clock' | 'db' | 'jobs'>,
  orderId: string,
  { to, reason, staffId }: { to: StaffStatus; reason: string; staffId: string },
): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (to === 'cancelled' && !(await hasNothingToReturn(trx, order))) throw new AppError('ORDER_STATE')
    if (to === 'shipped' && (await listParcels(trx, orderId)).length === 0) throw new AppError('ORDER_STATE')

    const moved = await moveOrder(deps, trx, order, { to, actor: 'staff', staffId, reason }, now)

    if (to === 'shipped') await moveParcels(trx, orderId, 'in_transit', now)
    if (to === 'delivered') await moveParcels(trx, orderId, 'delivered', now)
    await deliverWhenAllParcelsArrived(deps, trx, moved, now)
  })
}
