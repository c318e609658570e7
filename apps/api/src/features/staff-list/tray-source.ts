import { type SqlBool, sql } from 'kysely'
import { contains } from '#db/lists.ts'
import type { ListSource } from './list-query.ts'
import { runsMatching, staffColumn } from './shared-columns.ts'

const content = sql`from tray_content content
  join production_step step on step.id = content.step_id
  join production_run run on run.id = step.run_id`
const ofTray = sql`where content.tray_id = tray.id`

/** What printing machines make, have made and will make in one job. */
export const traySource: ListSource = {
  from: sql`tray`,
  id: sql`tray.id`,
  search: (search) => sql<SqlBool>`tray.id in (
    select tray.id from tray where ${contains(sql`tray.code`, search)}
    union all select content.tray_id ${content} where run.id in (${runsMatching(search)}))`,
  columns: {
    code: { value: sql`tray.code` },
    state: { value: sql`tray.state` },
    station: { value: sql`tray.station` },
    material: { value: sql`tray.material_id` },
    colour: { value: sql`tray.colour_id` },
    pieces: { value: sql`(select coalesce(sum(content.quantity), 0)::int ${content} ${ofTray})` },
    orders: { value: sql`(select count(distinct run.order_id)::int ${content} ${ofTray})` },
    fill: { value: sql`tray.fill_percent` },
    stepDay: { value: sql`(select min(step.due_day) ${content} ${ofTray})` },
    createdAt: { value: sql`tray.opened_at` },
    startedAt: { value: sql`tray.started_at` },
    finishedAt: { value: sql`tray.closed_at` },
    operator: staffColumn(sql`tray.opened_by`),
  },
}
