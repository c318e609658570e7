import type { NoticeChoices } from '@cotation/contracts'
import {
  type Language,
  rightsOf,
  rightsOfOwnRole,
  type StaffRight,
  type StaffRole,
  type StaffTaskKind,
} from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'
import type { StaffTaskRow } from './today.repository.ts'

/** A member of staff to whom mails go. */
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

export async function listReaders(db: Db): Promise<NoticeReader[]> {
  return (await activeStaff(db).execute()).map(readerOf)
}

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

/** Remembers the tasks that a person learns of now; returns how many are new. */
export async function insertNotices(
  trx: Trx,
  staffId: string,
  tasks: readonly StaffTaskRow[],
  now: Date,
): Promise<number> {
  if (tasks.length === 0) return 0

  const rows = tasks.map(({ kind, subject_id, since }) => ({
    staff_id: staffId,
    kind,
    subject_id,
    since,
    noticed_at: now,
  }))
  const inserted = await trx
    .insertInto('task_notice')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute()
  return inserted.length
}

/** The tasks of one mail, as `kind subjectId`. */
export async function listNoticed(db: Db, staffId: string, noticedAt: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('task_notice')
    .select(['kind', 'subject_id'])
    .where('staff_id', '=', staffId)
    .where('noticed_at', '=', noticedAt)
    .execute()
  return new Set(rows.map(({ kind, subject_id }) => taskKey(kind, subject_id)))
}

export const taskKey = (kind: StaffTaskKind, subjectId: string): string => `${kind} ${subjectId}`

export async function removeOldNotices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('task_notice').where('noticed_at', '<', before).execute()
}
