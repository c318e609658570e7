import type { OrderStatus, StepReport } from '@cotation/domain'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { OrderLineTable, ProductionReportTable, ProductionStepTable } from '#db/schema.generated.ts'

export type StepRow = Selectable<ProductionStepTable>

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

/** The steps of a run in their sequence, locked: a report changes the next step too. */
export function lockSteps(trx: Trx, runId: string): Promise<StepRow[]> {
  return trx
    .selectFrom('production_step')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('position')
    .forUpdate()
    .execute()
}

export async function updateStep(trx: Trx, stepId: string, change: Updateable<ProductionStepTable>): Promise<void> {
  await trx.updateTable('production_step').set(change).where('id', '=', stepId).execute()
}

export async function skipSteps(trx: Trx, runId: string, afterPosition: number): Promise<void> {
  await trx
    .updateTable('production_step')
    .set({ state: 'skipped', quantity: 0 })
    .where('run_id', '=', runId)
    .where('position', '>', afterPosition)
    .execute()
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

export async function insertReport(trx: Trx, report: Insertable<ProductionReportTable>): Promise<void> {
  await trx.insertInto('production_report').values(report).execute()
}

export async function findStaffName(db: Db | Trx, staffId: string | null): Promise<string> {
  if (staffId === null) return ''
  const row = await db.selectFrom('staff_member').select('name').where('id', '=', staffId).executeTakeFirst()
  return row?.name ?? ''
}

/** Runs with what their views need. */
const selectRuns = (db: Db | Trx) =>
  db
    .selectFrom('production_run')
    .innerJoin('customer_order', 'customer_order.id', 'production_run.order_id')
    .innerJoin('order_line', 'order_line.id', 'production_run.line_id')
    .selectAll('production_run')
    .select(['customer_order.number', 'customer_order.dates', 'order_line.name'])

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

export type MadeLine = Selectable<OrderLineTable> & { catalogue_version: string; analysis_id: string | null }

/** The line of a run as it was ordered. */
export function getMadeLine(db: Db | Trx, lineId: string): Promise<MadeLine> {
  return db
    .selectFrom('order_line')
    .innerJoin('customer_order', 'customer_order.id', 'order_line.order_id')
    .innerJoin('upload', 'upload.id', 'order_line.upload_id')
    .selectAll('order_line')
    .select(['customer_order.catalogue_version', 'upload.analysis_id'])
    .where('order_line.id', '=', lineId)
    .executeTakeFirstOrThrow()
}

export async function isOrder(db: Db | Trx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from customer_order where id = ${orderId}) as found`.execute(db)
  return rows[0]?.found ?? false
}
