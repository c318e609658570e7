import type { Db } from '#db/database.ts'

/** What was removed before a moment goes for good. */
export async function purgeRemoved(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('quote_line').where('deleted_at', '<', before).execute()
  await db.deleteFrom('project').where('deleted_at', '<', before).execute()
}

/** What nobody can ever open again: projects of visitors whose token has ended without a login. */
export async function purgeAbandoned(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('project')
    .where('visitor_hash', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.token_hash')
            .whereRef('session.token_hash', '=', 'project.visitor_hash')
            .where('session.expires_at', '>', now),
        ),
      ),
    )
    .execute()
}
