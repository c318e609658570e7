import { type Insertable, sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import type { ReloadRow } from '#db/order-rows.ts'
import type { ReloadTable } from '#db/schema.generated.ts'

export async function findSubmittedReload(
  db: Db | Trx,
  customerId: string,
  submissionKey: string,
): Promise<ReloadRow | undefined> {
  return db
    .selectFrom('reload')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('submission_key', '=', submissionKey)
    .executeTakeFirst()
}

/** Returns nothing if a reload with the same submission key exists. */
export async function insertReload(
  trx: Trx,
  reload: Omit<Insertable<ReloadTable>, 'number'>,
): Promise<ReloadRow | undefined> {
  return trx
    .insertInto('reload')
    .values({ ...reload, number: sql<string>`'R-' || nextval('reload_number')` })
    .onConflict((conflict) => conflict.columns(['customer_id', 'submission_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Another customer's reload and an unknown one both throw `NOT_FOUND` (BOL-1). */
export async function getOwnReload(db: Db | Trx, customerId: string, reloadId: string): Promise<ReloadRow> {
  return db
    .selectFrom('reload')
    .selectAll()
    .where('id', '=', reloadId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

/** Paid reloads that are due and not credited, oldest first. */
export async function listDueReloads(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reload')
    .select('id')
    .where('credited_at', 'is', null)
    .where('available_at', '<=', now)
    .orderBy('available_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
