import type { LoyaltyLevelId, YearOfOrders } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { type Page, readPage } from '#db/lists.ts'
import { orderedColumn } from '#src/money/issue-coupon.ts'

/** The level of a customer; undefined for companies, which are not in the programme. */
export async function findMember(
  db: Db | Trx,
  customerId: string,
): Promise<{ level: LoyaltyLevelId; nextCheckInAt: Date | null } | undefined> {
  const row = await db
    .selectFrom('customer')
    .leftJoin('loyalty_member as member', 'member.customer_id', 'customer.id')
    .select(['member.level', 'member.next_check_in_at'])
    .where('customer.id', '=', customerId)
    .where('customer.account_type', '=', 'personal')
    .executeTakeFirst()
  return row && { level: row.level ?? 'bronze', nextCheckInAt: row.next_check_in_at }
}

/**
 * Locks a member. A new member's row begins with `month` as done, so that the first coupons come on
 * the next 1st.
 */
export async function lockMember(trx: Trx, customerId: string, month: string) {
  await trx
    .insertInto('loyalty_member')
    .values({ customer_id: customerId, month })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute()
  return trx
    .selectFrom('loyalty_member')
    .selectAll()
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateLevel(trx: Trx, customerId: string, level: LoyaltyLevelId): Promise<void> {
  await trx.updateTable('loyalty_member').set({ level }).where('customer_id', '=', customerId).execute()
}

export async function finishMonth(trx: Trx, customerId: string, month: string): Promise<void> {
  await trx.updateTable('loyalty_member').set({ month }).where('customer_id', '=', customerId).execute()
}

/** Members whose review and coupons of a month are missing, sorted by id, after a given id. */
export async function listUnissued(db: Db, month: string, afterId: string | null, limit: number): Promise<string[]> {
  const query = db
    .selectFrom('loyalty_member')
    .innerJoin('customer', 'customer.id', 'loyalty_member.customer_id')
    .select('loyalty_member.customer_id')
    .where('loyalty_member.month', '<', month)
    .where('customer.deleted_at', 'is', null)
    .orderBy('loyalty_member.customer_id')
    .limit(limit)
  const rows = await (afterId === null ? query : query.where('loyalty_member.customer_id', '>', afterId)).execute()
  return rows.map((row) => row.customer_id)
}

/** Completed orders since a moment: their number and what was paid and not refunded (US cents). */
export async function getYear(db: Db | Trx, customerId: string, since: Date): Promise<YearOfOrders> {
  const { rows } = await sql<{ spend: string; orders: number }>`
    select coalesce(sum(net), 0) as spend, count(*)::int as orders from (
      select sum(round((captured_minor - refunded_minor)::numeric * usd_minor / amount_minor)) as net
      from customer_order bought join payment_intent intent on intent.order_id = bought.id
      where bought.customer_id = ${customerId} and bought.status = 'completed' and bought.closed_at > ${since}
      group by bought.id) kept
    where net > 0`.execute(db)
  return { spendMinor: Number(rows[0]?.spend ?? 0), orders: rows[0]?.orders ?? 0 }
}

/** Points that paid orders will earn once they are completed, without what was refunded. */
export async function getComingPoints(db: Db, customerId: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(floor(points * least(total_minor, net) / total_minor)), 0)::int as points from (
      select bought.points, bought.total_minor,
        sum(round((captured_minor - refunded_minor)::numeric * usd_minor / amount_minor)) as net
      from customer_order bought join payment_intent intent on intent.order_id = bought.id
      where bought.customer_id = ${customerId}
        and bought.status in ('paid', 'in_review', 'in_production', 'quality_check', 'shipped', 'delivered')
      group by bought.id) paid
    where net > 0`.execute(db)
  return rows[0]?.points ?? 0
}

/** Points left by the moment when they expire, soonest first. */
export async function listExpiring(db: Db, customerId: string, now: Date): Promise<{ points: number; at: Date }[]> {
  const { rows } = await sql<{ points: number; at: Date }>`
    select sum(points - used - expired - reversed)::int as points, expires_at as at from point_lot
    where customer_id = ${customerId} and points - used - expired - reversed > 0 and expires_at > ${now}
    group by expires_at order by expires_at`.execute(db)
  return rows
}

/** Customers with points that are due to expire. */
export async function listDueCustomers(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select distinct customer_id from point_lot
    where points - used - expired - reversed > 0 and expires_at <= ${now} limit ${limit}`.execute(db)
  return rows.map((row) => row.customer_id)
}

/** Rewards of a customer that wait until no points are owed. */
export async function getWaitingPoints(db: Db, customerId: string): Promise<number> {
  const { points } = await db
    .selectFrom('point_reward')
    .select(({ fn }) => fn.sum<string | null>('points').as('points'))
    .where('customer_id', '=', customerId)
    .where('credited_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(points ?? 0)
}

/**
 * How many coupons of each offer a customer has exchanged in a period; voided ones do not count.
 */
export async function countExchanges(
  db: Db | Trx,
  customerId: string,
  from: Date,
  to: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ offer: string; count: number }>`
    select split_part(source, ':', 2) as offer, count(*)::int as count from coupon
    where customer_id = ${customerId} and source like 'exchange:%' and withdrawn_at is null
      and issued_at >= ${from} and issued_at < ${to}
    group by 1`.execute(db)
  return new Map(rows.map(({ offer, count }) => [offer, count]))
}

export async function findCouponFrom(db: Db | Trx, customerId: string, source: string) {
  return db
    .selectFrom('coupon')
    .selectAll()
    .select(orderedColumn)
    .where('customer_id', '=', customerId)
    .where('source', '=', source)
    .executeTakeFirst()
}

/** Members of these levels without an active manager: highest level first, then oldest customer. */
export async function listWithoutManager(db: Db, levels: readonly LoyaltyLevelId[], page: Page) {
  const query = db
    .selectFrom('loyalty_member as member')
    .innerJoin('customer', 'customer.id', 'member.customer_id')
    .leftJoin('staff_member as manager', (join) =>
      join.onRef('manager.id', '=', 'customer.manager_id').on('manager.disabled_at', 'is', null),
    )
    .select(['customer.id as customerId', 'customer.username', 'customer.email', 'member.level'])
    .where('manager.id', 'is', null)
    .where('customer.account_type', '=', 'personal')
    .where('member.level', 'in', [...levels])
    .orderBy(sql`array_position(${[...levels]}::text[], member.level)`, 'desc')
    .orderBy('customer.created_at')
    .orderBy('customer.id')
  return readPage(query, page)
}
