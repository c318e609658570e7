import { sql } from 'kysely'
import type { Db } from './database.ts'

/** What the events of a table are about. */
const subjectColumns = {
  order_event: 'order_id',
  additional_cost_event: 'cost_id',
  after_sale_event: 'claim_id',
} as const

/**
 * Who acted in each event of a subject, in their order: the name of a member of staff, or nothing.
 * Events are only added at the end, so those that were read before have the same index.
 */
export async function listEventAuthors(
  db: Db,
  table: keyof typeof subjectColumns,
  subjectId: string,
): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select staff_member.name from ${sql.table(table)} as event
      left join staff_member on staff_member.id = event.staff_id
    where ${sql.ref(`event.${subjectColumns[table]}`)} = ${subjectId} order by event.id`.execute(db)
  return rows.map(({ name }) => name ?? '')
}
