import type { ParcelView } from '@cotation/contracts'
import type { CarrierId, OrderStatus, ParcelState } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { lockOrder, moveOrder, type OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { listParcels, type ParcelRow } from '#features/order/view/order-view.repository.ts'
import { getOrderCatalogue } from '#features/order/view/order-view.service.ts'
import { parcelViewOf } from '#features/order/view/parcel-view.ts'
import { findParcel, insertParcel, updateParcel } from './parcel.repository.ts'

export type ParcelDeps = Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>

/** Parcels are packed from the inspection on, and more may follow while others are under way. */
const packing: readonly OrderStatus[] = ['in_production', 'quality_check', 'shipped']

/** A parcel of an order; the same carrier and number named twice are one parcel. */
export async function addParcel(
  deps: ParcelDeps,
  orderId: string,
  { carrier, trackingNumber }: { carrier: CarrierId; trackingNumber: string },
): Promise<ParcelView> {
  const { order, parcel } = await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const parcels = await listParcels(trx, orderId)
    const known = parcels.find((one) => one.carrier === carrier && one.tracking_number === trackingNumber)
    if (known) return { order, parcel: known }
    if (!packing.includes(order.status)) throw new AppError('ORDER_STATE')
    const number = (parcels.at(-1)?.number ?? 0) + 1
    return { order, parcel: await insertParcel(trx, { orderId, number, carrier, trackingNumber, now: deps.clock() }) }
  })
  return parcelViewOf(parcel, await getOrderCatalogue(deps, order.catalogue_version))
}

function inState(trx: Trx, parcel: ParcelRow, state: ParcelState, now: Date): Promise<ParcelRow> {
  const isUnderWay = state !== 'announced'
  return updateParcel(trx, parcel.id, {
    state,
    shipped_at: isUnderWay ? (parcel.shipped_at ?? now) : null,
    delivered_at: state === 'delivered' ? (parcel.delivered_at ?? now) : null,
  })
}

/** What is told of the whole order is told of its parcels: they leave with it, and have come when it has. */
export async function moveParcels(trx: Trx, orderId: string, to: 'in_transit' | 'delivered', now: Date): Promise<void> {
  for (const parcel of await listParcels(trx, orderId)) {
    const isBehind = parcel.state === 'announced' || (to === 'delivered' && parcel.state !== 'delivered')
    if (isBehind) await inState(trx, parcel, to, now)
  }
}

/** An order whose last parcel has come is delivered, and nobody need say so. */
export async function deliverWhenAllCame(
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

/** What the carrier says of a parcel. */
export async function tellParcel(deps: ParcelDeps, parcelId: string, state: ParcelState): Promise<ParcelView> {
  const now = deps.clock()
  const { order, parcel } = await deps.db.transaction().execute(async (trx) => {
    const known = await findParcel(trx, parcelId)
    if (!known) throw new AppError('NOT_FOUND')
    // Whoever changes parcels holds their order: two last parcels that come at once deliver it once.
    const order = await lockOrder(trx, known.order_id)
    const parcel = await inState(trx, (await findParcel(trx, parcelId)) ?? known, state, now)
    await deliverWhenAllCame(deps, trx, order, now)
    return { order, parcel }
  })

  return parcelViewOf(parcel, await getOrderCatalogue(deps, order.catalogue_version))
}
