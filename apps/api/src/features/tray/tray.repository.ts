import { isWorkable, type OrderStatus, orderStatuses, printStations, type TrayLoad } from '@cotation/domain'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { TrayContentTable, TrayTable } from '#db/schema.generated.ts'

/** Pieces of a printing step. */
export interface Pieces {
  stepId: string
  quantity: number
}

export type TrayRow = Selectable<TrayTable>

const madeStatuses = orderStatuses.filter(isWorkable)

/** Printing steps with the part, run and order that they belong to. */
const selectPrinting = (db: Db | Trx) =>
  db
    .selectFrom('production_step')
    .innerJoin('production_run', 'production_run.id', 'production_step.run_id')
    .innerJoin('order_line', 'order_line.id', 'production_run.line_id')
    .innerJoin('customer_order', 'customer_order.id', 'production_run.order_id')
    .innerJoin('upload', 'upload.id', 'order_line.upload_id')
    .select([
      'production_step.id as stepId',
      'production_step.run_id as runId',
      'production_step.station',
      'production_step.due_day as dueDay',
      'production_run.code as runCode',
      'production_run.cause',
      'production_run.order_id as orderId',
      'production_run.line_id as lineId',
      'order_line.name',
      'order_line.ordered',
      'customer_order.number as orderNumber',
      'customer_order.status',
      'customer_order.dates',
      'customer_order.catalogue_version as catalogueVersion',
      'upload.analysis_id as analysisId',
    ])
    .where('production_step.operation', '=', 'printing')
    .where('production_step.station', 'in', printStations)

export type PrintingRow = Awaited<ReturnType<typeof listPrinting>>[number]

export function listPrinting(db: Db | Trx, stepIds: readonly string[]) {
  return selectPrinting(db).where('production_step.id', 'in', stepIds).orderBy('production_run.code').execute()
}

const livePieces = sql<number>`coalesce((
  select sum(tray_content.quantity) from tray_content join tray on tray.id = tray_content.tray_id
  where tray_content.step_id = production_step.id and tray.state in ('open', 'printing')), 0)::int`
const freePieces = sql<number>`(production_step.quantity - production_step.good - production_step.scrap - ${livePieces})`

/** Printing steps with pieces that are in no tray, of orders that are being made; the oldest due day first. */
export function listWaiting(db: Db, limit: number) {
  return (
    selectPrinting(db)
      .select(freePieces.as('free'))
      .where('customer_order.status', 'in', madeStatuses)
      // A running step is printed by another tray: an operator who reports it alone has all its pieces.
      .where((where) =>
        where.or([
          where('production_step.state', '=', 'ready'),
          where.and([where('production_step.state', '=', 'running'), where(livePieces, '>', 0)]),
        ]),
      )
      .where(freePieces, '>', 0)
      .orderBy('production_step.due_day')
      .orderBy('production_run.code')
      .limit(limit)
      .execute()
  )
}

export async function insertTray(trx: Trx, tray: Insertable<TrayTable>): Promise<TrayRow> {
  return trx.insertInto('tray').values(tray).returningAll().executeTakeFirstOrThrow()
}

export function findTrayByKey(trx: Trx, key: string): Promise<TrayRow | undefined> {
  return trx.selectFrom('tray').selectAll().where('key', '=', key).executeTakeFirst()
}

export function findTray(db: Db | Trx, code: string): Promise<TrayRow | undefined> {
  return db.selectFrom('tray').selectAll().where('code', '=', code).executeTakeFirst()
}

export function lockTray(trx: Trx, code: string): Promise<TrayRow | undefined> {
  return trx.selectFrom('tray').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()
}

export async function updateTray(trx: Trx, id: string, change: Updateable<TrayTable>): Promise<void> {
  await trx.updateTable('tray').set(change).where('id', '=', id).execute()
}

export function listContents(db: Db | Trx, trayId: string) {
  return selectPrinting(db)
    .innerJoin('tray_content', 'tray_content.step_id', 'production_step.id')
    .leftJoin('production_run as remake', 'remake.id', 'tray_content.remake_id')
    .select(['tray_content.quantity', 'tray_content.good', 'tray_content.remake_id', 'remake.code as remakeCode'])
    .where('tray_content.tray_id', '=', trayId)
    .orderBy('production_step.due_day')
    .orderBy('production_run.code')
    .execute()
}

export type ContentRow = Awaited<ReturnType<typeof listContents>>[number]

/** Sets the pieces of a step in a tray; none removes it. */
export async function putContent(trx: Trx, trayId: string, stepId: string, quantity: number): Promise<void> {
  if (quantity === 0) {
    await trx.deleteFrom('tray_content').where('tray_id', '=', trayId).where('step_id', '=', stepId).execute()
    return
  }
  await trx
    .insertInto('tray_content')
    .values({ tray_id: trayId, step_id: stepId, quantity })
    .onConflict((conflict) => conflict.columns(['tray_id', 'step_id']).doUpdateSet({ quantity }))
    .execute()
}

export async function updateContent(
  trx: Trx,
  trayId: string,
  stepId: string,
  change: Updateable<TrayContentTable>,
): Promise<void> {
  await trx
    .updateTable('tray_content')
    .set(change)
    .where('tray_id', '=', trayId)
    .where('step_id', '=', stepId)
    .execute()
}

/**
 * Orders with their status, locked by id: of two actions that touch the same orders, one waits, and
 * never each for the other. Shared: only a move or refund of an order waits.
 */
export async function lockOrders(trx: Trx, orderIds: readonly string[]): Promise<Map<string, OrderStatus>> {
  if (orderIds.length === 0) return new Map()
  const orders = await trx
    .selectFrom('customer_order')
    .select(['id', 'status'])
    .where('id', 'in', [...new Set(orderIds)])
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(orders.map(({ id, status }) => [id, status]))
}

export async function listStaffNames(db: Db | Trx, staffIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('staff_member').select(['id', 'name']).where('id', 'in', staffIds).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names of the customers of orders, by order. */
export async function listCustomerNames(db: Db | Trx, orderIds: readonly string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('customer_order')
    .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
    .select('customer_order.id')
    .select(
      sql<string>`coalesce(nullif(customer.company, ''),
        nullif(trim(customer.first_name || ' ' || customer.last_name), ''), customer.username)`.as('name'),
    )
    .where('customer_order.id', 'in', orderIds)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The lost pieces of a closed tray, with the runs that make them again. */
export async function listLostPieces(trx: Trx, trayCode: string) {
  const rows = await trx
    .selectFrom('tray_content')
    .innerJoin('tray', 'tray.id', 'tray_content.tray_id')
    .innerJoin('production_run', 'production_run.id', 'tray_content.remake_id')
    .innerJoin('customer_order', 'customer_order.id', 'production_run.order_id')
    .select([
      'production_run.id as runId',
      'production_run.code',
      'production_run.quantity',
      'production_run.due_day as plannedDay',
      'customer_order.id as orderId',
      'customer_order.number as orderNumber',
      'customer_order.dates',
    ])
    .where('tray.code', '=', trayCode)
    .orderBy('production_run.code')
    .execute()
  return rows.map(({ dates, ...row }) => ({ ...row, promisedDay: dates.ship }))
}

export type LostPieces = Awaited<ReturnType<typeof listLostPieces>>[number]

export const loadOf = ({ station, material_id, colour_id }: TrayRow): TrayLoad => ({
  station,
  materialId: material_id,
  colourId: colour_id,
})
