import type { ActivityActor, ProjectEvent } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { ProjectActivityTable } from '#db/schema.generated.ts'
import type { Owner } from '#http/session.ts'

export type ActivityRow = Selectable<ProjectActivityTable>

/** Something that happened to a project, and who did it. */
export interface Activity {
  actor: ActivityActor
  event: ProjectEvent
}

/** How an entry names the caller. */
export const actorOf = ({ customerId }: Owner): ActivityActor => (customerId === null ? 'visitor' : 'customer')

/** Adds entries to the activity of a project, in the transaction of what they are about. */
export async function insertActivity(
  trx: Trx,
  projectId: string,
  now: Date,
  activity: readonly Activity[],
): Promise<void> {
  if (activity.length === 0) return

  const rows = activity.map(({ actor, event }) => ({
    project_id: projectId,
    at: now,
    actor,
    event: JSON.stringify(event),
  }))
  await trx.insertInto('project_activity').values(rows).execute()
}

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
