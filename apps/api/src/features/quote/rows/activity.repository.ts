import type { ActivityActor } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ProjectActivityTable } from '#db/schema.generated.ts'
import type { Owner } from '#http/session.ts'

export type ActivityRow = Selectable<ProjectActivityTable>

/** How an entry names the caller. */
export const actorOf = ({ customerId }: Owner): ActivityActor => (customerId === null ? 'visitor' : 'customer')

/** The newest entries of a project, or the newest of those older than an entry. */
export async function listActivity(
  db: Db,
  projectId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ActivityRow[]> {
  let entries = db.selectFrom('project_activity').selectAll().where('project_id', '=', projectId)
  if (before !== undefined) entries = entries.where('id', '<', before)

  return entries.orderBy('id', 'desc').limit(limit).execute()
}
