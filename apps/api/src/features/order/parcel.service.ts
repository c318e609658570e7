import type { ErrorCode, ParcelView } from '@cotation/contracts'
import {
  type CarrierId,
  canMoveOrder,
  holdsUpOrder,
  isPackable,
  needsMoveReason,
  type ParcelState,
  type StaffStatus,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { type ActedBy, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { readSnapshot, type Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { listAdditionalCosts } from '#src/money/additional-cost.ts'
import { findParcel, hasConfirmedFreight, insertParcel, updateParcel } from './order.repository.ts'
import { lockOrder, moveOrder } from './order.service.ts'
import { listParcels, type ParcelRow } from './order-view.repository.ts'
import { getOrderCatalogue, parcelViewOf } from './order-view.service.ts'

type ParcelDeps = Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>

/**
 * Adds a parcel to an order. Idempotent: the same carrier and tracking number are the same parcel.
 */
export async function addParcel(
  deps: ParcelDeps,
  orderId: string,
  { carrier, trackingNumber }: { carrier: CarrierId; trackingNumber: string },
  by: ActedBy,
): Promise<ParcelView> {
  const { order, parcel } = await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const parcels = await listParcels(trx, [orderId])

    const existing = parcels.find((one) => one.carrier === carrier && one.tracking_number === trackingNumber)
    if (existing) return { order, parcel: existing }
    if (!isPackable(order.status)) throw new AppError('ORDER_STATE')

    const number = (parcels.at(-1)?.number ?? 0) + 1
    const parcel = await insertParcel(trx, { orderId, number, carrier, trackingNumber, now: deps.clock() })
    await recordAudit(trx, {
      ...by,
      action: 'parcel.added',
      subject: { kind: 'parcel', id: parcel.id },
      // Not the tracking number: with it, the carrier names the recipient.
      after: { orderId, number, carrier },
    })
    return { order, parcel }
  })

  return parcelViewOf(parcel, await getOrderCatalogue(deps, order.catalogue_version))
}

function setParcelState(trx: Trx, parcel: ParcelRow, state: ParcelState, now: Date): Promise<ParcelRow> {
  const hasLeft = state !== 'announced'
  return updateParcel(trx, parcel.id, {
    state,
    shipped_at: hasLeft ? (parcel.shipped_at ?? now) : null,
    delivered_at: state === 'delivered' ? (parcel.delivered_at ?? now) : null,
  })
}

/** Order-level status changes cascade to all parcels. */
async function moveParcels(trx: Trx, orderId: string, to: 'in_transit' | 'delivered', now: Date): Promise<void> {
  for (const parcel of await listParcels(trx, [orderId])) {
    const isBehind = parcel.state === 'announced' || (to === 'delivered' && parcel.state !== 'delivered')
    if (isBehind) await setParcelState(trx, parcel, to, now)
  }
}

/** A shipped order becomes delivered when its last parcel is delivered. */
async function deliverWhenAllParcelsArrived(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  order: OrderRow,
  now: Date,
): Promise<void> {
  if (order.status !== 'shipped') return

  const parcels = await listParcels(trx, [order.id])
  if (parcels.length === 0 || parcels.some(({ state }) => state !== 'delivered')) return

  await moveOrder(deps, trx, order, { to: 'delivered', actor: 'system', reason: '' }, now)
}

/** Records the state that the carrier reports for a parcel. */
export async function updateParcelState(
  deps: ParcelDeps,
  parcelId: string,
  state: ParcelState,
  by: ActedBy,
): Promise<ParcelView> {
  const now = deps.clock()
  const { order, parcel } = await deps.db.transaction().execute(async (trx) => {
    const unlocked = await findParcel(trx, parcelId)
    if (!unlocked) throw new AppError('NOT_FOUND')

    // The order's lock covers its parcels: two last parcels that arrive at once deliver it once.
    const order = await lockOrder(trx, unlocked.order_id)
    const before = (await findParcel(trx, parcelId)) ?? unlocked
    const parcel = await setParcelState(trx, before, state, now)
    await deliverWhenAllParcelsArrived(deps, trx, order, now)

    if (before.state !== state) {
      const subject = { kind: 'parcel', id: parcelId } as const
      await recordAudit(trx, {
        ...by,
        action: 'parcel.updated',
        subject,
        before: { state: before.state },
        after: { state },
      })
    }
    return { order, parcel }
  })

  return parcelViewOf(parcel, await getOrderCatalogue(deps, order.catalogue_version))
}

/** An order is shipped with at least one parcel, and only if its carrier may bill the customer's account. */
async function refuseUnlessPacked(trx: Trx, orderId: string): Promise<void> {
  const parcels = await listParcels(trx, [orderId])
  if (parcels.length === 0) throw new AppError('PARCEL_MISSING')
  if (!(await hasConfirmedFreight(trx, orderId))) throw new AppError('FREIGHT_ACCOUNT_UNCONFIRMED')
}

interface Move {
  to: StaffStatus
  reason: string
}

/** Throws why staff may not move an order to a status. */
async function refuseMove(trx: Trx, order: OrderRow, { to, reason }: Move, now: Date): Promise<void> {
  if (!canMoveOrder(order.status, to)) throw new AppError('ORDER_STATE')
  if (needsMoveReason(order.status, to) && reason === '') throw new AppError('MOVE_REASON_REQUIRED')
  if (order.stopped_by !== null) throw new AppError('ORDER_STOPPED')
  if (to === 'shipped') await refuseUnlessPacked(trx, order.id)

  const costs = await listAdditionalCosts(trx, order.id, now)
  if (costs.some((cost) => holdsUpOrder(cost, to))) throw new AppError('ADDITIONAL_COST_OPEN')
}

/** Why an order may not be moved to a status; null if it may. */
async function moveRefusal(trx: Trx, order: OrderRow, move: Move, now: Date): Promise<ErrorCode | null> {
  try {
    await refuseMove(trx, order, move, now)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/**
 * Whether each order may be moved to a status without a reason, in the sequence of the ids; unknown
 * ones are left out.
 */
export async function checkMoves(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  orderIds: readonly string[],
  to: StaffStatus,
) {
  const now = clock()
  return readSnapshot(db, async (trx) => {
    const rows = await trx.selectFrom('customer_order').selectAll().where('id', 'in', orderIds).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))

    const orders = []
    for (const id of orderIds) {
      const order = byId.get(id)
      if (!order) continue
      const refusal = await moveRefusal(trx, order, { to, reason: '' }, now)
      orders.push({ id, number: order.number, status: order.status, refusal })
    }
    return { orders }
  })
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
    await refuseMove(trx, order, { to, reason }, now)

    const moved = await moveOrder(deps, trx, order, { to, actor: 'staff', staffId, reason }, now)

    if (to === 'shipped') await moveParcels(trx, orderId, 'in_transit', now)
    if (to === 'delivered') await moveParcels(trx, orderId, 'delivered', now)
    await deliverWhenAllParcelsArrived(deps, trx, moved, now)

    await recordAudit(trx, {
      staffId,
      action: 'order.moved',
      subject: { kind: 'order', id: orderId },
      before: { status: order.status },
      after: { status: to },
      reason,
    })
  })
}
