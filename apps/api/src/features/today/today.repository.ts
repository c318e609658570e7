import type { Currency, StaffTaskKind, TaskHolderFilter } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { type TaskScope, waitingTasks } from './waiting.ts'

export interface StaffTaskRow {
  kind: StaffTaskKind
  subject_id: string
  newest_id: string
  target_id: string
  title: string
  customer: string
  customer_id: string | null
  amount_minor: string | null
  currency: Currency
  since: Date
  due_at: Date
  holder_id: string | null
  holder_name: string | null
  claimed_at: Date | null
}

/** Holding a task ends with its task and with the person's access. */
export const withHolders = (kinds: readonly StaffTaskKind[], scope: TaskScope) => sql`
  select task.*, holder.id as holder_id, holder.name as holder_name, held.claimed_at
  from ${waitingTasks(kinds, scope)} task
    left join task_claim held on held.kind = task.kind and held.subject_id = task.subject_id
      and held.claimed_at >= task.since
    left join staff_member holder on holder.id = held.staff_id and holder.disabled_at is null`

interface TaskFilter {
  kinds: readonly StaffTaskKind[]
  holder: TaskHolderFilter
  limit: number
}

const holderConditions = {
  all: () => sql`true`,
  mine: (staffId: string) => sql`holder_id = ${staffId}`,
  free: () => sql`holder_id is null`,
} satisfies Record<TaskHolderFilter, (staffId: string) => unknown>

/** The tasks that are due first. */
export async function listTasks(db: Db, scope: TaskScope, { kinds, holder, limit }: TaskFilter) {
  if (kinds.length === 0) return []

  const { rows } = await sql<StaffTaskRow>`
    select * from (${withHolders(kinds, scope)}) listed
    where ${holderConditions[holder](scope.staffId)}
    order by due_at, since, kind, subject_id limit ${limit}`.execute(db)
  return rows
}

export interface TaskCount {
  kind: StaffTaskKind
  total: number
  late: number
  mine: number
  free: number
}

/** How many tasks of each kind wait; kinds without any are left out. */
export async function countTasks(db: Db, kinds: readonly StaffTaskKind[], scope: TaskScope): Promise<TaskCount[]> {
  if (kinds.length === 0) return []

  const { rows } = await sql<TaskCount>`
    select kind, count(*)::int as total, count(*) filter (where due_at <= ${scope.now})::int as late,
      count(*) filter (where holder_id = ${scope.staffId})::int as mine,
      count(*) filter (where holder_id is null)::int as free
    from (${withHolders(kinds, scope)}) listed group by kind`.execute(db)
  return rows
}

export interface TaskName {
  kind: StaffTaskKind
  subjectId: string
}

/** A task that waits now. */
export async function findTask(
  db: Db | Trx,
  { kind, subjectId }: TaskName,
  scope: TaskScope,
): Promise<StaffTaskRow | undefined> {
  const { rows } = await sql<StaffTaskRow>`
    select * from (${withHolders([kind], scope)}) listed where subject_id = ${subjectId}`.execute(db)
  return rows[0]
}

interface Hold extends TaskName {
  staffId: string
  now: Date
}

interface TakeOver {
  /** The holder that the caller has seen; null if the task was free. */
  takenFrom: string | null
  reason: string
}

/**
 * Takes a task unless another person holds it than the one from whom it is taken over; returns
 * whether the caller holds it then. One statement, so that one of two people who take it or take it
 * over at the same time wins.
 */
export async function insertHold(
  trx: Trx,
  { kind, subjectId, staffId, now }: Hold,
  since: Date,
  { takenFrom, reason }: TakeOver = { takenFrom: null, reason: '' },
): Promise<boolean> {
  const { rows } = await sql`
    insert into task_claim as held (kind, subject_id, staff_id, claimed_at, taken_from, reason)
      values (${kind}, ${subjectId}, ${staffId}, ${now}, ${takenFrom}, ${reason})
    on conflict (kind, subject_id) do update
      set staff_id = excluded.staff_id, claimed_at = excluded.claimed_at, taken_from = excluded.taken_from,
        reason = excluded.reason
      where held.staff_id = excluded.staff_id or held.staff_id = excluded.taken_from or held.claimed_at < ${since}
        or exists (select from staff_member where id = held.staff_id and disabled_at is not null)
    returning kind`.execute(trx)
  return rows.length > 0
}

/** Ends that a person holds a task; returns whether they did. */
export async function deleteHold(
  trx: Trx,
  { kind, subjectId, staffId }: TaskName & { staffId: string },
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('task_claim')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('staff_id', '=', staffId)
    .returning('kind')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Returns false if it was done before. */
export async function insertDone(trx: Trx, { kind, subjectId, staffId, now }: Hold): Promise<boolean> {
  const inserted = await trx
    .insertInto('task_done')
    .values({ kind, subject_id: subjectId, staff_id: staffId, done_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .returning('kind')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findContactMessage(db: Db, id: string) {
  return db.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirst()
}
