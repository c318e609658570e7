import type { ParcelView } from '@cotation/contracts'
import type { CarrierId, OrderStatus, ParcelState } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { listParcels, type ParcelRow } from '#features/order/view/order-view.repository.ts'
import { getOrderCatalogue } from '#features/order/view/order-view.service.ts'
import { parcelViewOf } from '#features/order/view/parcel-view.ts'
import { lockOrder, moveOrder } from './order-status.service.ts'
import { findParcel, insertParcel, updateParcel } from './parcel.repository.ts'

type ParcelDeps = Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>

/** Statuses in which staff may add a parcel: more may follow while others are on their way. */
const packingStatuses: readonly OrderStatus[] = ['in_production', 'quality_check', 'shipped']

/**
 * Adds a parcel to an order. Idempotent: the same carrier and tracking number are the same parcel.
 */
export async function addParcel(
  deps: ParcelDeps,
  orderId: string,
  { carrier, trackingNumber }: { carrier: CarrierId; trackingNumber: string },
): Promise<ParcelView> {
  const { order, parcel } = await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const parcels = await listParcels(trx, orderId)

    const existing = parcels.find((one) => one.carrier === carrier && one.tracking_number === trackingNumber)
    if (existing) return { order, parcel: existing }
    if (!packingStatuses.includes(order.status)) throw new AppError('ORDER_STATE')

    const number = (parcels.at(-1)?.number ?? 0) + 1
    return { order, parcel: await insertParcel(trx, { orderId, number, carrier, trackingNumber, now: deps.clock() }) }
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
export async function moveParcels(trx: Trx, orderId: string, to: 'in_transit' | 'delivered', now: Date): Promise<void> {
  for (const parcel of await listParcels(trx, orderId)) {
    const isBehind = parcel.state === 'announced' || (to === 'delivered' && parcel.state !== 'delivered')
    if (isBehind) await setParcelState(trx, parcel, to, now)
  }
}

/** A shipped order becomes delivered when its last parcel is delivered. */
export async function deliverWhenAllParcelsArrived(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  order: OrderRow,
  now: Date,
): Promise<void> {
  if (order.status !== 'shipped') return

  const parcels = await listParcels(trx, order.id)
  if (parcels.length === 0 || parcels.some(({ state }) => state !== 'delivered')) return

  await moveOrder(deps, trx, order, { to: 'delivered', actor: 'system', reason: '' }, now)
}

/** Records the state that the carrier reports for a parcel. */
export async function updateParcelState(deps: ParcelDeps, parcelId: string, state: ParcelState): Promise<ParcelView> {
  const now = deps.clock()
  const { order, parcel } = await deps.db.transaction().execute(async (trx) => {
    const unlocked = await findParcel(trx, parcelId)
    if (!unlocked) throw new AppError('NOT_FOUND')

    // The order's lock covers its parcels: two last parcels that arrive at once deliver it once.
    const order = await lockOrder(trx, unlocked.order_id)
    const parcel = await setParcelState(trx, (await findParcel(trx, parcelId)) ?? unlocked, state, now)
    await deliverWhenAllParcelsArrived(deps, trx, order, now)

    return { order, parcel }
  })

  return parcelViewOf(parcel, await getOrderCatalogue(deps, order.catalogue_version))
}
