import type { PlannedCharacteristic } from '@cotation/domain'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type {
  InspectionPhotoTable,
  InspectionTable,
  InspectionValueTable,
  OrderLineTable,
} from '#db/schema.generated.ts'

export type InspectedLineRow = Selectable<OrderLineTable> & { catalogue_version: string }

/** The line of an order as it was ordered, with the catalogue of the order. */
export async function getOrderedLine(db: Db | Trx, lineId: string): Promise<InspectedLineRow> {
  return db
    .selectFrom('order_line')
    .innerJoin('customer_order', 'customer_order.id', 'order_line.order_id')
    .selectAll('order_line')
    .select('customer_order.catalogue_version')
    .where('order_line.id', '=', lineId)
    .executeTakeFirstOrThrow()
}

export interface InspectedOrder {
  customer_id: string
  number: string
}

export function findInspectedOrder(db: Db, orderId: string): Promise<InspectedOrder | undefined> {
  return db.selectFrom('customer_order').select(['customer_id', 'number']).where('id', '=', orderId).executeTakeFirst()
}

/** Inspections with the names that their views show. */
const selectInspections = (db: Db | Trx) =>
  db
    .selectFrom('inspection')
    .innerJoin('production_run', 'production_run.id', 'inspection.run_id')
    .innerJoin('order_line', 'order_line.id', 'production_run.line_id')
    .innerJoin('customer_order', 'customer_order.id', 'inspection.order_id')
    .leftJoin('staff_member', 'staff_member.id', 'inspection.concluded_by')
    .leftJoin('production_step', 'production_step.id', 'inspection.back_to')
    .leftJoin('production_report', 'production_report.id', 'inspection.report_id')
    .leftJoin('production_run as remake', 'remake.id', 'production_report.remake_id')
    .selectAll('inspection')
    .select([
      'production_run.code as run_code',
      'production_run.line_id',
      'order_line.name as line_name',
      'customer_order.customer_id',
      'customer_order.number as order_number',
      'staff_member.name as inspector',
      'production_step.operation as back_operation',
      'production_step.service as back_service',
      'remake.code as remake_code',
    ])
    .orderBy('order_line.position')
    .orderBy('production_run.code')
    .orderBy('inspection.round')

export type InspectionRow = Awaited<ReturnType<typeof listOrderInspections>>[number]

export const listOrderInspections = (db: Db | Trx, orderId: string) =>
  selectInspections(db).where('inspection.order_id', '=', orderId).execute()

export const listRunInspections = (db: Db | Trx, runId: string): Promise<InspectionRow[]> =>
  selectInspections(db).where('inspection.run_id', '=', runId).execute()

export const findInspection = (db: Db | Trx, id: string): Promise<InspectionRow | undefined> =>
  selectInspections(db).where('inspection.id', '=', id).executeTakeFirst()

export type InspectionBase = Selectable<InspectionTable>

export async function insertInspection(
  trx: Trx,
  inspection: Insertable<InspectionTable>,
  plan: readonly PlannedCharacteristic[],
): Promise<string> {
  const { id } = await trx.insertInto('inspection').values(inspection).returning('id').executeTakeFirstOrThrow()
  const rows = plan.map((one, position) => ({
    inspection_id: id,
    position,
    key: one.key,
    kind: one.kind,
    method: one.method,
    is_per_piece: one.isPerPiece,
    subject: JSON.stringify(one.subject),
    nominal_mm: one.nominalMm,
    lower_mm: one.lowerMm,
    upper_mm: one.upperMm,
  }))
  await trx.insertInto('inspection_characteristic').values(rows).execute()
  return id
}

export async function updateInspection(trx: Trx, id: string, change: Updateable<InspectionTable>): Promise<void> {
  await trx.updateTable('inspection').set(change).where('id', '=', id).execute()
}

export type StoredCharacteristic = PlannedCharacteristic & { id: string; inspectionId: string }

export async function listCharacteristics(
  db: Db | Trx,
  inspectionIds: readonly string[],
): Promise<StoredCharacteristic[]> {
  if (inspectionIds.length === 0) return []
  const rows = await db
    .selectFrom('inspection_characteristic')
    .selectAll()
    .where('inspection_id', 'in', inspectionIds)
    .orderBy('position')
    .execute()

  return rows.map((row) => ({
    id: row.id,
    inspectionId: row.inspection_id,
    key: row.key,
    kind: row.kind,
    method: row.method,
    isPerPiece: row.is_per_piece,
    subject: row.subject,
    nominalMm: row.nominal_mm,
    lowerMm: row.lower_mm,
    upperMm: row.upper_mm,
  }))
}

export type StoredValue = Selectable<InspectionValueTable> & { recorder: string }

/** The values of inspections by piece. */
export async function listValues(db: Db | Trx, inspectionIds: readonly string[]): Promise<StoredValue[]> {
  if (inspectionIds.length === 0) return []
  return db
    .selectFrom('inspection_value')
    .innerJoin('inspection_characteristic', 'inspection_characteristic.id', 'inspection_value.characteristic_id')
    .innerJoin('staff_member', 'staff_member.id', 'inspection_value.staff_id')
    .selectAll('inspection_value')
    .select('staff_member.name as recorder')
    .where('inspection_id', 'in', inspectionIds)
    .orderBy('piece')
    .execute()
}

/** Writes a value; one with the same characteristic and piece is replaced. */
export async function writeValue(trx: Trx, value: Insertable<InspectionValueTable>): Promise<void> {
  const { id, value_mm, is_good, staff_id, at } = value
  await trx
    .insertInto('inspection_value')
    .values(value)
    .onConflict((conflict) =>
      conflict.columns(['characteristic_id', 'piece']).doUpdateSet({ id, value_mm, is_good, staff_id, at }),
    )
    .execute()
}

/** The values that are stored under these keys, each with its inspection. */
export async function findValueOwners(trx: Trx, keys: readonly string[]) {
  return trx
    .selectFrom('inspection_value')
    .innerJoin('inspection_characteristic', 'inspection_characteristic.id', 'inspection_value.characteristic_id')
    .select(['inspection_value.id', 'inspection_id'])
    .where('inspection_value.id', 'in', keys)
    .execute()
}

/** The photos of inspections in the sequence in which they were taken. */
export async function listPhotos(db: Db | Trx, inspectionIds: readonly string[]) {
  if (inspectionIds.length === 0) return []
  return db
    .selectFrom('inspection_photo')
    .innerJoin('staff_member', 'staff_member.id', 'inspection_photo.staff_id')
    .select(['inspection_photo.id', 'inspection_id', 'at', 'staff_member.name as photographer'])
    .where('inspection_id', 'in', inspectionIds)
    .orderBy('at')
    .orderBy('inspection_photo.id')
    .execute()
}

export async function insertPhoto(trx: Trx, photo: Insertable<InspectionPhotoTable>): Promise<void> {
  await trx.insertInto('inspection_photo').values(photo).execute()
}

export async function deletePhoto(trx: Trx, photoId: string): Promise<void> {
  await trx.deleteFrom('inspection_photo').where('id', '=', photoId).execute()
}

/** A photo with the run and customer it belongs to. */
export function findPhoto(db: Db | Trx, photoId: string) {
  return db
    .selectFrom('inspection_photo')
    .innerJoin('inspection', 'inspection.id', 'inspection_photo.inspection_id')
    .innerJoin('customer_order', 'customer_order.id', 'inspection.order_id')
    .select(['inspection_photo.id', 'run_id', 'inspection_id', 'customer_id', 'concluded_at'])
    .where('inspection_photo.id', '=', photoId)
    .executeTakeFirst()
}

/** All photos of a customer's orders; `concluded` leaves out those that the customer does not see yet. */
export async function listPhotosOf(db: Db, customerId: string, which: 'all' | 'concluded'): Promise<string[]> {
  const photos = db
    .selectFrom('inspection_photo')
    .innerJoin('inspection', 'inspection.id', 'inspection_photo.inspection_id')
    .innerJoin('customer_order', 'customer_order.id', 'inspection.order_id')
    .select('inspection_photo.id')
    .where('customer_id', '=', customerId)
  const rows = await (which === 'all' ? photos : photos.where('concluded_at', 'is not', null)).execute()
  return rows.map(({ id }) => id)
}
