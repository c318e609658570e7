import type { Db, Trx } from '#db/database.ts'

/** What customers and colleagues call a member of staff; empty for nobody. */
export async function findStaffName(db: Db | Trx, staffId: string | null): Promise<string> {
  if (staffId === null) return ''
  const row = await db.selectFrom('staff_member').select('name').where('id', '=', staffId).executeTakeFirst()
  return row?.name ?? ''
}
