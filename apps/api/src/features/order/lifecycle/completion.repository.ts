import type { Db } from '#db/database.ts'

/** Orders that were delivered before a moment and are not completed, the oldest first. */
export async function listLongDelivered(db: Db, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('customer_order')
    .select('id')
    .where('status', '=', 'delivered')
    .where('delivered_at', '<=', before)
    .orderBy('delivered_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}
