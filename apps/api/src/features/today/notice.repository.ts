import type { NoticeChoices } from '@cotation/contracts'
import {
  type Language,
  rightsOf,
  rightsOfOwnRole,
  type StaffRight,
  type StaffRole,
  type StaffTaskKind,
} from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { type StaffTaskRow, withHolders } from './today.repository.ts'
import { type TaskScope, waitingTasks } from './waiting.ts'

/** A member of staff who chooses or gets mails about tasks. */
export interface NoticeReader {
  staffId: string
  name: string
  email: string
  language: Language
  role: StaffRole | null
  rights: readonly StaffRight[]
}

const activeStaff = (db: Db | Trx) =>
  db
    .selectFrom('staff_member')
    .leftJoin('staff_role', 'staff_role.id', 'staff_member.own_role_id')
    .select(['staff_member.id', 'staff_member.name', 'email', 'language', 'role', 'staff_role.rights as own_rights'])
    .where('disabled_at', 'is', null)
    .orderBy('staff_member.created_at')
    .orderBy('staff_member.id')

type StaffFacts = Awaited<ReturnType<ReturnType<typeof activeStaff>['execute']>>[number]

const readerOf = ({ id, role, own_rights: ownRights, ...member }: StaffFacts): NoticeReader => ({
  ...member,
  staffId: id,
  role,
  rights: role === null ? rightsOfOwnRole(ownRights ?? []) : rightsOf(role),
})

/** Invited people have not confirmed their address yet, and those of the demo do not exist. */
const mailedStaff = (db: Db) => activeStaff(db).where('password_hash', 'is not', null).where('is_demo', '=', false)

/** Everybody to whom mails go. */
export async function listMailedReaders(db: Db): Promise<NoticeReader[]> {
  return (await mailedStaff(db).execute()).map(readerOf)
}

export async function findMailedReader(db: Db, staffId: string): Promise<NoticeReader | undefined> {
  const row = await mailedStaff(db).where('staff_member.id', '=', staffId).executeTakeFirst()
  return row && readerOf(row)
}

/** A person who chooses mails, whether or not any go out yet. */
export async function findReader(db: Db | Trx, staffId: string): Promise<NoticeReader | undefined> {
  const row = await activeStaff(db).where('staff_member.id', '=', staffId).executeTakeFirst()
  return row && readerOf(row)
}

export async function listChoices(db: Db | Trx, staffId: string): Promise<NoticeChoices['choices']> {
  return db.selectFrom('task_notice_choice').select(['kind', 'notice']).where('staff_id', '=', staffId).execute()
}

export async function upsertChoices(trx: Trx, staffId: string, choices: NoticeChoices['choices']): Promise<void> {
  for (const { kind, notice } of choices)
    await trx
      .insertInto('task_notice_choice')
      .values({ staff_id: staffId, kind, notice })
      .onConflict((conflict) => conflict.columns(['staff_id', 'kind']).doUpdateSet({ notice }))
      .execute()
}

export async function updateLanguage(trx: Trx, staffId: string, language: Language): Promise<void> {
  await trx.updateTable('staff_member').set({ language }).where('id', '=', staffId).execute()
}

/** Notes the day of a person's morning mail; false if that of the day was noted before. */
export async function noteMorningMail(trx: Trx, staffId: string, day: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_member')
    .set({ morning_mailed_on: day })
    .where('id', '=', staffId)
    .where((staff) => staff.or([staff('morning_mailed_on', 'is', null), staff('morning_mailed_on', '<', day)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Remembers the tasks that began after a moment and that the person learns of now; returns how many
 * are new. Selected by the database, because any limit on the tasks read would hide new ones behind
 * old ones.
 */
export async function insertNotices(
  trx: Trx,
  scope: TaskScope,
  kinds: readonly StaffTaskKind[],
  begunAfter: Date,
): Promise<number> {
  if (kinds.length === 0) return 0

  const { rows } = await sql`
    insert into task_notice (staff_id, kind, subject_id, since, noticed_at)
      select ${scope.staffId}::uuid, kind, subject_id, since, ${scope.now}::timestamptz
      from ${waitingTasks(kinds, scope)} task where since > ${begunAfter}
    on conflict do nothing
    returning kind`.execute(trx)
  return rows.length
}

/** The tasks of one mail that still wait: those due first, and how many there are. */
export async function listNoticed(
  db: Db,
  scope: TaskScope,
  { kinds, noticedAt, limit }: { kinds: readonly StaffTaskKind[]; noticedAt: Date; limit: number },
): Promise<{ tasks: StaffTaskRow[]; count: number }> {
  if (kinds.length === 0) return { tasks: [], count: 0 }

  const { rows } = await sql<StaffTaskRow & { count: number }>`
    select held.*, count(*) over ()::int as count
    from (${withHolders(kinds, scope)}) held
      join task_notice notice on notice.kind = held.kind and notice.subject_id = held.subject_id
        and notice.since = held.since
    where notice.staff_id = ${scope.staffId} and notice.noticed_at = ${noticedAt}
    order by held.due_at, held.since, held.kind, held.subject_id limit ${limit}`.execute(db)
  return { tasks: rows, count: rows[0]?.count ?? 0 }
}

export async function removeOldNotices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('task_notice').where('noticed_at', '<', before).execute()
}
