import { rolesWith, type StaffRight } from '@cotation/domain'
import { type Insertable, sql } from 'kysely'
import { customerName } from '#db/customer-sql.ts'
import type { Db, Trx } from '#db/database.ts'
import type { CustomerViewTable } from '#db/schema.generated.ts'
import { isInUse } from '#db/session-use.ts'

/** Undefined if there is no such customer; deletion waits for the lock. */
export async function lockNamedCustomer(trx: Trx, customerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select ${customerName} as name from customer c
    where c.id = ${customerId} and c.deleted_at is null for no key update`.execute(trx)
  return rows[0]?.name
}

export async function putCode(db: Db, code: { customer_id: string; code_hash: Buffer; expires_at: Date }) {
  const { code_hash, expires_at } = code
  await db
    .insertInto('view_code')
    .values(code)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ code_hash, expires_at, tries: 0 }))
    .execute()
}

/** Counts a try of a live code and returns its hash; null without a live code or a try left. */
export async function countTry(trx: Trx, customerId: string, maxTries: number, now: Date): Promise<Buffer | null> {
  const row = await trx
    .updateTable('view_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash ?? null
}

export async function deleteCode(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('view_code').where('customer_id', '=', customerId).execute()
}

export async function deleteOldCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('view_code').where('expires_at', '<=', now).execute()
}

export async function insertView(trx: Trx, view: Insertable<CustomerViewTable>): Promise<string> {
  const { id } = await trx.insertInto('customer_view').values(view).returning('id').executeTakeFirstOrThrow()
  return id
}

const right: StaffRight = 'customers.view'

/** Whether the staff session that began a view is live, and its member may still look. */
const isBegunByLiveSession = (now: Date) => sql<boolean>`exists (
  select from session where token_hash = customer_view.session_hash and staff_id = customer_view.staff_id
    and expires_at > ${now} and ${isInUse(now)}
    and exists (
      select from staff_member member left join staff_role own on own.id = member.own_role_id
      where member.id = customer_view.staff_id and member.disabled_at is null
        and (member.role = any(${rolesWith(right)}) or ${right} = any(own.rights))))`

/** The view of a token, while nothing has ended it. */
export async function findLiveView(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('customer_view')
    .innerJoin('customer', 'customer.id', 'customer_view.customer_id')
    .select(['customer_view.customer_id', 'customer_view.staff_id'])
    .where('customer_view.token_hash', '=', tokenHash)
    .where('customer_view.ended_at', 'is', null)
    .where('customer_view.expires_at', '>', now)
    .where('customer.deleted_at', 'is', null)
    .where(isBegunByLiveSession(now))
    .executeTakeFirst()
}

/** The newest views of a customer, with the names of those who looked. */
export async function listViews(db: Db, customerId: string, now: Date, limit: number) {
  return db
    .selectFrom('customer_view')
    .innerJoin('staff_member', 'staff_member.id', 'customer_view.staff_id')
    .select([
      'customer_view.id',
      'customer_view.reason',
      'customer_view.started_at',
      'customer_view.expires_at',
      'customer_view.ended_at',
      'staff_member.name as by',
      isBegunByLiveSession(now).as('has_session'),
    ])
    .where('customer_view.customer_id', '=', customerId)
    .orderBy('customer_view.started_at', 'desc')
    .orderBy('customer_view.id')
    .limit(limit)
    .execute()
}

/** The running views of a member of staff, newest first; undefined if there is no such customer. */
export async function listOpenViews(db: Db, staffId: string, customerId: string, now: Date) {
  const customer = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (customer === undefined) return undefined

  return db
    .selectFrom('customer_view')
    .select(['id', 'expires_at'])
    .where('customer_id', '=', customerId)
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isBegunByLiveSession(now))
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function hasView(trx: Trx, customerId: string, viewId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('customer_view')
    .select('id')
    .where('id', '=', viewId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends open views and returns them. Of concurrent calls, only one returns each view. */
export async function endViews(
  trx: Trx,
  { customerId, ...which }: { customerId: string } & ({ viewId: string } | { staffId: string }),
  now: Date,
): Promise<{ id: string; customer_id: string }[]> {
  const owned = 'viewId' in which ? { id: which.viewId } : { staff_id: which.staffId }

  return trx
    .updateTable('customer_view')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('customer_id', '=', customerId)
    .where((eb) => eb.and(owned))
    .returning(['id', 'customer_id'])
    .execute()
}

/** Marks views whose time or session is over. */
export async function endOverdueViews(trx: Trx, now: Date): Promise<{ id: string; customer_id: string }[]> {
  return trx
    .updateTable('customer_view')
    .set({ ended_at: sql<Date>`least(expires_at, ${now}::timestamptz)` })
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb.not(isBegunByLiveSession(now))]))
    .returning(['id', 'customer_id'])
    .execute()
}
