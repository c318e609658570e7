import type { CarrierId, ParcelState } from '@cotation/domain'
import type { Trx } from '#db/database.ts'
import type { ParcelRow } from '#features/order/view/order-view.repository.ts'

interface NewParcel {
  orderId: string
  number: number
  carrier: CarrierId
  trackingNumber: string
  now: Date
}

export function insertParcel(trx: Trx, parcel: NewParcel): Promise<ParcelRow> {
  return trx
    .insertInto('parcel')
    .values({
      order_id: parcel.orderId,
      number: parcel.number,
      carrier: parcel.carrier,
      tracking_number: parcel.trackingNumber,
      state: 'announced',
      created_at: parcel.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findParcel(trx: Trx, parcelId: string): Promise<ParcelRow | undefined> {
  return trx.selectFrom('parcel').selectAll().where('id', '=', parcelId).executeTakeFirst()
}

export function updateParcel(
  trx: Trx,
  parcelId: string,
  change: { state: ParcelState; shipped_at: Date | null; delivered_at: Date | null },
): Promise<ParcelRow> {
  return trx.updateTable('parcel').set(change).where('id', '=', parcelId).returningAll().executeTakeFirstOrThrow()
}
