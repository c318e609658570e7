import type { StaffRight } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

export async function findRole(db: Db | Trx, roleId: string) {
  return db.selectFrom('staff_role').selectAll().where('id', '=', roleId).executeTakeFirst()
}

export async function listRoles(db: Db) {
  return db.selectFrom('staff_role').selectAll().orderBy(sql`lower(name)`).execute()
}

/** Nobody can get a role while it is locked. */
export async function lockRole(trx: Trx, roleId: string) {
  return trx.selectFrom('staff_role').selectAll().where('id', '=', roleId).forUpdate().executeTakeFirst()
}

/** Whether the role exists; it cannot be removed before the end of the transaction. */
export async function holdRole(trx: Trx, roleId: string): Promise<boolean> {
  const row = await trx.selectFrom('staff_role').select('id').where('id', '=', roleId).forKeyShare().executeTakeFirst()
  return row !== undefined
}

/** How many members have each role, by the name of a built-in one or the id of another. */
export async function countMembers(db: Db | Trx): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('staff_member')
    .select((eb) => [sql<string>`coalesce(role, own_role_id::text)`.as('roleId'), eb.fn.countAll<string>().as('count')])
    .groupBy('roleId')
    .execute()
  return new Map(rows.map(({ roleId, count }) => [roleId, Number(count)]))
}

interface RoleContent {
  name: string
  rights: StaffRight[]
}

/** The id of the new role; undefined if the name is taken. */
export async function insertRole(trx: Trx, { name, rights }: RoleContent, now: Date): Promise<string | undefined> {
  const row = await trx
    .insertInto('staff_role')
    .values({ name, rights, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function isNameUsed(trx: Trx, name: string, exceptRoleId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('staff_role')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', exceptRoleId)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateRoleContent(trx: Trx, roleId: string, { name, rights }: RoleContent): Promise<void> {
  await trx.updateTable('staff_role').set({ name, rights }).where('id', '=', roleId).execute()
}

export async function deleteRole(trx: Trx, roleId: string): Promise<void> {
  await trx.deleteFrom('staff_role').where('id', '=', roleId).execute()
}
