import { type SqlBool, sql } from 'kysely'
import { heldLineIds, isLineHeld } from '#src/money/additional-cost.ts'
import type { ListSource } from './list-query.ts'
import { orderColumn, runsMatching, staffColumn } from './shared-columns.ts'

const promisedDay = sql`(bought.dates->>'ship')`

const isHeld = sql`(bought.stopped_by is not null or ${isLineHeld})`

/** Few runs are held: a filter collects them once instead of asking for each step. */
const isAmongHeld = sql<SqlBool>`step.run_id in (
  select held.id from production_run held join customer_order stopped on stopped.id = held.order_id
    where stopped.stopped_by is not null
  union all select held.id from production_run held where held.line_id in (${heldLineIds}))`

/** A shipped order has work left if it was shipped without some pieces of the line. */
const follows = sql`(line.quantity > coalesce((
    select sum(content.quantity) from parcel_content content where content.order_line_id = line.id), 0)
  and not exists (select from parcel where parcel.order_id = bought.id
    and not exists (select from parcel_content content where content.parcel_id = parcel.id)))`

/** Open steps of orders that are being made, and of pieces that follow a shipped order. */
export const productionSource: ListSource = {
  from: sql`production_step step
    join production_run run on run.id = step.run_id
    join customer_order bought on bought.id = run.order_id
    join order_line line on line.id = run.line_id`,
  id: sql`step.id`,
  // The steps of a run in the sequence in which they are done. Equal to the index `production_step_open`.
  ties: [
    { by: sql`step.run_id`, type: 'uuid' },
    { by: sql`step.position`, type: 'integer' },
  ],
  // A `case`, because most open steps are of such orders but few orders are such: with `or` the database
  // would expect next to no rows, and begin with all orders.
  always: sql<SqlBool>`(step.state not in ('done', 'skipped')
    and case when bought.status in ('in_production', 'quality_check') then true
      else bought.status = 'shipped' and ${follows} end)`,
  search: (search) => sql<SqlBool>`step.run_id in (${runsMatching(search)})`,
  columns: {
    code: { value: sql`run.code` },
    stepDay: { value: sql`step.due_day` },
    station: { value: sql`step.station` },
    operation: { value: sql`step.operation` },
    service: { value: sql`step.service` },
    state: { value: sql`step.state` },
    isHeld: {
      value: isHeld,
      filter: ({ values: [wanted] }) => (wanted === 'yes' ? isAmongHeld : sql<SqlBool>`not ${isAmongHeld}`),
    },
    part: { value: sql`line.name` },
    pieces: { value: sql`(step.quantity - step.good - step.scrap)` },
    order: orderColumn(sql`run.order_id`),
    plannedMinutes: { value: sql`round(step.planned_minutes)::int` },
    process: { value: sql`(line.ordered->'price'->>'process')` },
    operator: staffColumn(sql`step.staff_id`),
    dueDay: { value: promisedDay },
    isRemake: { value: sql`(run.cause <> 'order')` },
    isLate: { value: sql`run.is_late` },
  },
}
