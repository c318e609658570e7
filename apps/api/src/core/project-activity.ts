import type { ActivityActor, ProjectEvent } from '@cotation/domain'
import type { Trx } from '#db/database.ts'

/** Something that happened to a project, and who did it. */
export interface Activity {
  actor: ActivityActor
  event: ProjectEvent
}

/** Adds the entries to the activity of each project, in the transaction of what they are about. */
export async function insertActivity(
  trx: Trx,
  projectIds: readonly string[],
  now: Date,
  activity: readonly Activity[],
): Promise<void> {
  const rows = projectIds.flatMap((projectId) =>
    activity.map(({ actor, event }) => ({ project_id: projectId, at: now, actor, event: JSON.stringify(event) })),
  )
  if (rows.length > 0) await trx.insertInto('project_activity').values(rows).execute()
}
