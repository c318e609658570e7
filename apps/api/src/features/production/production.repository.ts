import type { OrderStatus, StepReport } from '@cotation/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { OrderLineTable, ProductionPhotoTable } from '#db/schema.generated.ts'
import type { StepRow } from '#src/production/step-progress.ts'

/** The run, line and order that a step belongs to. */
export interface StepPlace {
  runId: string
  orderId: string
  lineId: string
}

export async function findStepPlace(db: Db | Trx, stepId: string): Promise<StepPlace | undefined> {
  return db
    .selectFrom('production_step')
    .innerJoin('production_run', 'production_run.id', 'production_step.run_id')
    .select(['run_id as runId', 'order_id as orderId', 'line_id as lineId'])
    .where('production_step.id', '=', stepId)
    .executeTakeFirst()
}

/** Shared: reports about one order do not wait for each other, but for a move of the order. */
export async function lockOrderStatus(trx: Trx, orderId: string): Promise<OrderStatus> {
  const { status } = await trx
    .selectFrom('customer_order')
    .select('status')
    .where('id', '=', orderId)
    .forShare()
    .executeTakeFirstOrThrow()
  return status
}

export interface KnownReport {
  step_id: string
  report: StepReport
  remake_id: string | null
}

export function findReport(trx: Trx, key: string): Promise<KnownReport | undefined> {
  return trx
    .selectFrom('production_report')
    .select(['step_id', 'report', 'remake_id'])
    .where('id', '=', key)
    .executeTakeFirst()
}

/** Runs with what their views need. */
const selectRuns = (db: Db | Trx) =>
  db
    .selectFrom('production_run')
    .innerJoin('customer_order', 'customer_order.id', 'production_run.order_id')
    .innerJoin('order_line', 'order_line.id', 'production_run.line_id')
    .selectAll('production_run')
    .select(['customer_order.number', 'customer_order.dates', 'customer_order.stopped_by', 'order_line.name'])

export type RunRow = Awaited<ReturnType<typeof listRuns>>[number]

/** The runs of an order by line; the ordered quantity of a line comes before what is made again. */
export function listRuns(db: Db | Trx, orderId: string) {
  return selectRuns(db)
    .where('production_run.order_id', '=', orderId)
    .orderBy('order_line.position')
    .orderBy('production_run.opened_at')
    .orderBy('production_run.code')
    .execute()
}

export function findRun(db: Db | Trx, by: { id: string } | { code: string }) {
  const runs = selectRuns(db)
  const found = 'id' in by ? runs.where('production_run.id', '=', by.id) : runs.where('code', '=', by.code)
  return found.executeTakeFirst()
}

export type NamedStep = StepRow & { operator: string | null }

export async function listSteps(db: Db | Trx, runIds: readonly string[]): Promise<NamedStep[]> {
  if (runIds.length === 0) return []
  return db
    .selectFrom('production_step')
    .leftJoin('staff_member', 'staff_member.id', 'production_step.staff_id')
    .selectAll('production_step')
    .select('staff_member.name as operator')
    .where('run_id', 'in', runIds)
    .orderBy('position')
    .execute()
}

export type MadeLine = Selectable<OrderLineTable> & {
  catalogue_version: string
  customer_id: string
  analysis_id: string | null
}

/** The line of a run as it was ordered. */
export function getMadeLine(db: Db | Trx, lineId: string): Promise<MadeLine> {
  return db
    .selectFrom('order_line')
    .innerJoin('customer_order', 'customer_order.id', 'order_line.order_id')
    .innerJoin('upload', 'upload.id', 'order_line.upload_id')
    .selectAll('order_line')
    .select(['customer_order.catalogue_version', 'customer_order.customer_id', 'upload.analysis_id'])
    .where('order_line.id', '=', lineId)
    .executeTakeFirstOrThrow()
}

export async function isOrder(db: Db | Trx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from customer_order where id = ${orderId}) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** The trays in which pieces of a run are or were printed, the newest first. */
export function listTraysOfRun(db: Db | Trx, runId: string) {
  return db
    .selectFrom('tray_content')
    .innerJoin('tray', 'tray.id', 'tray_content.tray_id')
    .innerJoin('production_step', 'production_step.id', 'tray_content.step_id')
    .select(['tray.code', 'tray.state', 'tray_content.quantity'])
    .where('production_step.run_id', '=', runId)
    .orderBy('tray.opened_at', 'desc')
    .orderBy('tray.code', 'desc')
    .execute()
}

/** The photos of steps in the sequence in which they were taken. */
export async function listPhotos(db: Db | Trx, stepIds: readonly string[]) {
  if (stepIds.length === 0) return []
  return db
    .selectFrom('production_photo')
    .innerJoin('staff_member', 'staff_member.id', 'production_photo.staff_id')
    .select(['production_photo.id', 'step_id', 'at', 'staff_member.name as photographer'])
    .where('step_id', 'in', stepIds)
    .orderBy('at')
    .orderBy('production_photo.id')
    .execute()
}

export type StepPhotoRow = Awaited<ReturnType<typeof listPhotos>>[number]

export function findPhoto(db: Db | Trx, photoId: string) {
  return db
    .selectFrom('production_photo')
    .innerJoin('production_step', 'production_step.id', 'production_photo.step_id')
    .innerJoin('production_run', 'production_run.id', 'production_step.run_id')
    .innerJoin('customer_order', 'customer_order.id', 'production_run.order_id')
    .select(['production_photo.step_id', 'customer_order.customer_id'])
    .where('production_photo.id', '=', photoId)
    .executeTakeFirst()
}

export async function insertPhoto(trx: Trx, photo: Insertable<ProductionPhotoTable>): Promise<void> {
  await trx.insertInto('production_photo').values(photo).execute()
}

export async function deletePhoto(trx: Trx, photoId: string): Promise<void> {
  await trx.deleteFrom('production_photo').where('id', '=', photoId).execute()
}

/** All photos of a customer's parts. */
export async function listPhotoIdsOf(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('production_photo')
    .innerJoin('production_step', 'production_step.id', 'production_photo.step_id')
    .innerJoin('production_run', 'production_run.id', 'production_step.run_id')
    .innerJoin('customer_order', 'customer_order.id', 'production_run.order_id')
    .select('production_photo.id')
    .where('customer_order.customer_id', '=', customerId)
    .execute()
  return rows.map(({ id }) => id)
}
