import type { FriendState, Language, ReferralRefusal, ReferralState } from '@cotation/domain'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { type Page, readPage } from '#db/lists.ts'
import type { ReferralTable } from '#db/schema.generated.ts'

export type ReferralRow = Selectable<ReferralTable>

/** Binds a friend to the owner of the code, once. */
export async function insertReferral(
  db: Db,
  referral: { friendId: string; referrerId: string; code: string; at: Date },
): Promise<void> {
  await db
    .insertInto('referral')
    .values({
      friend_id: referral.friendId,
      referrer_id: referral.referrerId,
      code: referral.code,
      bound_at: referral.at,
    })
    .onConflict((conflict) => conflict.column('friend_id').doNothing())
    .execute()
}

export async function lockReferral(trx: Trx, friendId: string): Promise<ReferralRow | undefined> {
  return trx.selectFrom('referral').selectAll().where('friend_id', '=', friendId).forUpdate().executeTakeFirst()
}

interface Decision {
  state: Exclude<ReferralState, 'open'>
  reasons: readonly ReferralRefusal[]
  orderId: string | null
  couponId?: string
  now: Date
}

export async function decideReferral(trx: Trx, referralId: string, decision: Decision): Promise<void> {
  await trx
    .updateTable('referral')
    .set({
      state: decision.state,
      reasons: [...decision.reasons],
      decided_at: decision.now,
      order_id: decision.orderId,
      ...(decision.couponId !== undefined && { coupon_id: decision.couponId }),
    })
    .where('id', '=', referralId)
    .execute()
}

/** An order that was paid and never cancelled. */
const isPurchase = sql<boolean>`(paid_at is not null
  and not exists (select from order_event where order_id = customer_order.id and to_status = 'cancelled'))`

export async function findFirstPurchase(db: Db | Trx, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('customer_order')
    .select('id')
    .where('customer_id', '=', customerId)
    .where(isPurchase)
    .orderBy('placed_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Open referrals whose friend's first order was completed before a moment, oldest first. */
export async function listDueReferrals(
  db: Db,
  completedBefore: Date,
  limit: number,
): Promise<{ friendId: string; orderId: string }[]> {
  const { rows } = await sql<{ friendId: string; orderId: string }>`
    select referral.friend_id as "friendId", first.id as "orderId"
    from referral join customer on customer.id = referral.referrer_id and customer.deleted_at is null
    cross join lateral (
      select id, status, closed_at from customer_order
      where customer_id = referral.friend_id and ${isPurchase}
      order by placed_at, id limit 1) first
    where referral.state = 'open' and first.status = 'completed' and first.closed_at <= ${completedBefore}
    order by first.closed_at
    limit ${limit}`.execute(db)
  return rows
}

/** Locks an order that was completed before a moment; false if it was not. */
export async function lockCompletedOrder(trx: Trx, orderId: string, completedBefore: Date): Promise<boolean> {
  const order = await trx
    .selectFrom('customer_order')
    .select('id')
    .where('id', '=', orderId)
    .where('status', '=', 'completed')
    .where('closed_at', '<=', completedBefore)
    .forUpdate()
    .executeTakeFirst()
  return order !== undefined
}

export async function countRewarded(db: Db, referrerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('referral')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('referrer_id', '=', referrerId)
    .where('state', '=', 'rewarded')
    .executeTakeFirstOrThrow()
  return count
}

export interface FriendRow {
  id: string
  email: string
  /** Whether the referrer has invited this address. */
  is_invited: boolean
  state: FriendState
  at: Date
}

/**
 * Friends who signed up with the code, and invited addresses that have not. An account counts once
 * it is activated, so that nobody can sign up in the name of an address to learn about it.
 */
export async function listFriends(
  db: Db,
  referrerId: string,
  page: Page,
): Promise<{ rows: FriendRow[]; total: number }> {
  const friends = sql<FriendRow>`(
    select referral.id, friend.email, invitation.id is not null as is_invited, referral.bound_at as at,
      case
        when referral.state = 'rewarded' then 'rewarded'
        when referral.state <> 'open' then 'not-eligible'
        when exists (select from customer_order where customer_id = referral.friend_id and ${isPurchase}) then 'ordered'
        else 'signed-up'
      end as state
    from referral
    join customer friend on friend.id = referral.friend_id and friend.activated_at is not null
    left join referral_invitation invitation
      on invitation.referrer_id = referral.referrer_id and invitation.email = friend.email
    where referral.referrer_id = ${referrerId}
    union all
    select invitation.id, invitation.email, true, invitation.created_at, 'sent'
    from referral_invitation invitation
    where invitation.referrer_id = ${referrerId} and not exists (
      select from referral join customer friend on friend.id = referral.friend_id and friend.activated_at is not null
      where referral.referrer_id = ${referrerId} and friend.email = invitation.email))`

  const query = db.selectFrom(friends.as('friend')).selectAll().orderBy('at', 'desc').orderBy('id')
  return readPage(query, page)
}

/** Refused referrals of one referrer, or of all. */
export async function listRefused(db: Db, page: Page, referrerId: string | undefined) {
  const refused = db
    .selectFrom('referral')
    .innerJoin('customer as friend', 'friend.id', 'referral.friend_id')
    .innerJoin('customer as referrer', 'referrer.id', 'referral.referrer_id')
    .leftJoin('customer_order', 'customer_order.id', 'referral.order_id')
    .select([
      'referral.id',
      'referral.friend_id',
      'friend.email as friend_email',
      'referral.referrer_id',
      'referrer.email as referrer_email',
      'referral.code',
      'referral.bound_at',
      'referral.decided_at',
      'referral.reasons',
      'customer_order.number as order_number',
    ])
    .where('referral.state', 'in', ['refused', 'voided'])
    .orderBy('referral.decided_at', 'desc')
    .orderBy('referral.id')

  const wanted = referrerId === undefined ? refused : refused.where('referral.referrer_id', '=', referrerId)
  return readPage(wanted, page)
}

export async function getCustomer(db: Db | Trx, customerId: string) {
  return db
    .selectFrom('customer')
    .select(['id', 'email', 'username', 'first_name', 'last_name', 'language', 'activated_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
}

/** The new invitation; nothing if the customer has invited this address before. */
export async function insertInvitation(
  trx: Trx,
  invitation: { referrerId: string; email: string; language: Language; now: Date },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('referral_invitation')
    .values({
      referrer_id: invitation.referrerId,
      email: invitation.email,
      language: invitation.language,
      created_at: invitation.now,
    })
    .onConflict((conflict) => conflict.columns(['referrer_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findInvitation(db: Db, id: string) {
  return db.selectFrom('referral_invitation').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether the address belongs to an account. */
export async function isCustomerAddress(db: Db, email: string): Promise<boolean> {
  return (await db.selectFrom('customer').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
}

/** The recipient and the coupon of a reward; nothing if it was voided since. */
export async function findReward(db: Db, friendId: string) {
  return db
    .selectFrom('referral')
    .innerJoin('customer', 'customer.id', 'referral.referrer_id')
    .innerJoin('coupon', 'coupon.id', 'referral.coupon_id')
    .select(['customer.email', 'customer.username', 'customer.language', 'coupon.coupon', 'coupon.code'])
    .where('referral.friend_id', '=', friendId)
    .where('referral.state', '=', 'rewarded')
    .executeTakeFirst()
}
