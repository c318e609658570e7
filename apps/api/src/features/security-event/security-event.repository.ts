import type { Db } from '#db/database.ts'

/** Small enough for the time limit of a statement. */
const removedAtOnce = 10_000

/** Removes events before a moment, in parts. */
export async function removeSecurityEvents(db: Db, before: Date): Promise<void> {
  let removed = removedAtOnce
  while (removed === removedAtOnce) {
    const result = await db
      .deleteFrom('security_event')
      .where('id', 'in', (old) =>
        old.selectFrom('security_event').select('id').where('at', '<', before).orderBy('at').limit(removedAtOnce),
      )
      .executeTakeFirst()
    removed = Number(result.numDeletedRows)
  }
}
