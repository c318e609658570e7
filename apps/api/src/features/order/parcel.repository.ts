import type { CarrierId, PackedLine, ParcelState } from '@cotation/domain'
import type { ActedBy } from '#core/audit.ts'
import type { Db, Trx } from '#db/database.ts'
import type { ParcelRow } from './order-view.repository.ts'

interface NewParcel {
  orderId: string
  number: number
  carrier: CarrierId
  trackingNumber: string
  weightG?: number | undefined
  boxMm?: readonly [number, number, number] | undefined
  lines: readonly PackedLine[]
  now: Date
}

export async function insertParcel(trx: Trx, parcel: NewParcel): Promise<ParcelRow> {
  const [length = null, width = null, height = null] = parcel.boxMm ?? []
  const row = await trx
    .insertInto('parcel')
    .values({
      order_id: parcel.orderId,
      number: parcel.number,
      carrier: parcel.carrier,
      tracking_number: parcel.trackingNumber,
      state: 'announced',
      weight_g: parcel.weightG ?? null,
      length_mm: length,
      width_mm: width,
      height_mm: height,
      created_at: parcel.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

  if (parcel.lines.length > 0) {
    const contents = parcel.lines.map(({ orderLineId, quantity }) => ({
      parcel_id: row.id,
      order_line_id: orderLineId,
      quantity,
    }))
    await trx.insertInto('parcel_content').values(contents).execute()
  }

  return row
}

export function findParcel(db: Db | Trx, parcelId: string): Promise<ParcelRow | undefined> {
  return db.selectFrom('parcel').selectAll().where('id', '=', parcelId).executeTakeFirst()
}

export function updateParcel(
  trx: Trx,
  parcelId: string,
  change: { state: ParcelState; shipped_at: Date | null; delivered_at: Date | null },
): Promise<ParcelRow> {
  return trx.updateTable('parcel').set(change).where('id', '=', parcelId).returningAll().executeTakeFirstOrThrow()
}

/** Its number is used again if it was the last one. */
export async function deleteParcel(trx: Trx, parcelId: string): Promise<void> {
  await trx.deleteFrom('parcel_content').where('parcel_id', '=', parcelId).execute()
  await trx.deleteFrom('parcel_event').where('parcel_id', '=', parcelId).execute()
  await trx.deleteFrom('parcel').where('id', '=', parcelId).execute()
}

/** What a carrier or a member of staff says about a parcel. */
export interface ParcelReport {
  state: ParcelState
  place?: string | undefined
  note?: string | undefined
  /** The carrier's id of the report. */
  id?: string
}

interface NewParcelEvent extends ParcelReport {
  parcelId: string
  at: Date
  by: ActedBy
}

/** Returns the id of the report; null if it is a carrier's that is stored already. */
export async function insertParcelEvent(trx: Trx, event: NewParcelEvent): Promise<string | null> {
  const { parcelId, at, by, state, place = '', note = '', id: carrierEventId = null } = event
  const inserted = await trx
    .insertInto('parcel_event')
    .values({
      parcel_id: parcelId,
      at,
      state,
      place,
      note,
      carrier_event_id: carrierEventId,
      staff_id: 'staffId' in by ? by.staffId : null,
    })
    .onConflict((conflict) => conflict.columns(['parcel_id', 'carrier_event_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** The time of the newest report about a parcel. Packing a parcel makes its first one. */
export async function findLastReportAt(trx: Trx, parcelId: string): Promise<Date> {
  const { at } = await trx
    .selectFrom('parcel_event')
    .select('at')
    .where('parcel_id', '=', parcelId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return at
}

export async function hasEverLeft(trx: Trx, parcelId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('parcel_event')
    .select('id')
    .where('parcel_id', '=', parcelId)
    .where('state', '<>', 'announced')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Whether the customer got a mail that a parcel is on its way: at its first report of that, or with
 * the order that was shipped with it.
 */
export async function isDepartureMailed(trx: Trx, parcel: ParcelRow): Promise<boolean> {
  const report = await trx
    .selectFrom('parcel_event')
    .select('id')
    .where('parcel_id', '=', parcel.id)
    .where('state', '=', 'in_transit')
    .executeTakeFirst()
  if (report) return true

  const shipment = await trx
    .selectFrom('order_event')
    .select('id')
    .where('order_id', '=', parcel.order_id)
    .where('to_status', '=', 'shipped')
    .where('at', '>', parcel.created_at)
    .executeTakeFirst()
  return shipment !== undefined
}

/** Parcels that have left and not arrived, oldest first. */
export function listMovingParcels(db: Db, since: Date, limit: number): Promise<ParcelRow[]> {
  return db
    .selectFrom('parcel')
    .selectAll()
    .where('state', 'in', ['in_transit', 'exception'])
    .where('created_at', '>', since)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}
