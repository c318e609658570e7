import type { StaffListKey } from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'

interface NewView {
  list: StaffListKey
  name: string
  state: string
  isShared: boolean
  staffId: string
}

/** The person's own views and those that others share, by name. */
export const listViews = (db: Db, staffId: string) =>
  db
    .selectFrom('saved_view')
    .selectAll()
    .where((where) => where.or([where('staff_id', '=', staffId), where('is_shared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()

export const lockView = (trx: Trx, id: string) =>
  trx.selectFrom('saved_view').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function countOtherViews(db: Db, { staffId, list, name }: NewView): Promise<number> {
  const { total } = await db
    .selectFrom('saved_view')
    .select((select) => select.fn.countAll<string>().as('total'))
    .where('staff_id', '=', staffId)
    .where((where) => where.not(where.and({ list, name })))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const saveView = (db: Db, { list, name, state, isShared, staffId }: NewView, now: Date) =>
  db
    .insertInto('saved_view')
    .values({ list, name, state, is_shared: isShared, staff_id: staffId, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['staff_id', 'list', 'name']).doUpdateSet({ state, is_shared: isShared }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** False if the owner has another view of that name. */
export async function renameView(trx: Trx, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('saved_view as view')
    .set({ name })
    .where('view.id', '=', id)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('saved_view as other')
            .select('other.id')
            .whereRef('other.staff_id', '=', 'view.staff_id')
            .whereRef('other.list', '=', 'view.list')
            .where('other.name', '=', name)
            .where('other.id', '<>', id),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteView = (trx: Trx, id: string) => trx.deleteFrom('saved_view').where('id', '=', id).execute()
