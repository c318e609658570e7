import { type PersonTrait, referralDays, samePersonTraits } from '@cotation/domain'
import { referralCoupon } from '@cotation/pricing'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { FriendNews } from '#features/auth/friend-news.service.ts'
import { revokeCoupon } from '#features/coupon/coupon.service.ts'
import { rewardInvitedFriend } from '#src/money/invite-reward.ts'
import { issueCoupon } from '#src/money/issue-coupon.ts'
import { getKnownPerson } from './person-traits.repository.ts'
import { personTraitsOf } from './person-traits.ts'
import {
  decideReferral,
  findFirstPurchase,
  getCustomer,
  insertReferral,
  listDueReferrals,
  lockCompletedOrder,
  lockReferral,
  type ReferralRow,
} from './referral.repository.ts'
import { daysAfter, findReferrer } from './referral-code.service.ts'
import { enqueueRewardMail } from './reward-mail.service.ts'

type ReferralDeps = Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>

/** The source of the friend's coupon. */
const friendSource = 'referral'

/** The source of a referrer's coupon begins with this and ends with the friend's id. */
export const rewardSourcePrefix = 'referral:'
const rewardSource = (friendId: string) => `${rewardSourcePrefix}${friendId}`

/**
 * Binds a new customer to the owner of the code and issues the friend's coupon once the account is
 * activated. Idempotent. The code counts as it was at sign-up, however late the job runs.
 */
export async function welcomeFriend(deps: ReferralDeps, { customerId, code, at }: FriendNews): Promise<void> {
  const { db } = deps
  if (code !== undefined) await bindFriend(deps, { friendId: customerId, code, at: new Date(at) })

  const { catalogue } = await deps.catalogues.inForce()
  await db.transaction().execute(async (trx) => {
    const referral = await lockReferral(trx, customerId)
    if (referral?.state !== 'open') return

    const { activated_at: activatedAt } = await getCustomer(trx, customerId)
    if (activatedAt === null || (await endIfSamePerson(trx, referral, deps.clock()))) return

    await issueCoupon(trx, {
      customerId,
      prefix: 'FRIEND',
      coupon: referralCoupon('friend', catalogue.loyalty),
      source: friendSource,
      issuedAt: deps.clock(),
      expiresAt: null,
      firstOrderOnly: true,
    })
  })
}

async function bindFriend(
  { db }: ReferralDeps,
  { friendId, code, at }: { friendId: string; code: string; at: Date },
): Promise<void> {
  const referrerId = await findReferrer(db, code, at)
  if (referrerId === undefined || referrerId === friendId) return
  await insertReferral(db, { friendId, referrerId, code: code.trim(), at })
}

/** The traits that show that friend and referrer are one person; empty if they may be two. */
async function sharedTraits(trx: Trx, { friend_id, referrer_id }: ReferralRow): Promise<PersonTrait[]> {
  const friend = personTraitsOf(await getKnownPerson(trx, friend_id))
  const referrer = personTraitsOf(await getKnownPerson(trx, referrer_id))
  return samePersonTraits(friend, referrer)
}

/**
 * Ends a locked open referral if friend and referrer are the same person; returns whether it did.
 */
async function endIfSamePerson(
  trx: Trx,
  referral: ReferralRow,
  now: Date,
  orderId: string | null = null,
): Promise<boolean> {
  const reasons = await sharedTraits(trx, referral)
  if (reasons.length === 0) return false

  await decideReferral(trx, referral.id, { state: 'refused', reasons, orderId, now })
  await revokeCoupon(trx, referral.friend_id, friendSource, now)
  return true
}

/**
 * Checks a friend again before the friend's coupon is used: address, phone and VAT number were not
 * known at sign-up. A refused friend finds the coupon withdrawn.
 */
export async function reviewFriend({ db, clock }: Pick<Deps, 'clock' | 'db'>, friendId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const referral = await lockReferral(trx, friendId)
    if (referral?.state === 'open') await endIfSamePerson(trx, referral, clock())
  })
}

export const rewardJob = 'referral-reward'
const maxPerRun = 500

/** Rewards the referrers whose friends completed a first order at least two weeks ago. */
export async function rewardReferrers(deps: ReferralDeps): Promise<void> {
  const completedBefore = daysAfter(deps.clock(), -referralDays.untilReward)
  const due = await listDueReferrals(deps.db, completedBefore, maxPerRun)
  for (const { friendId, orderId } of due) await rewardReferrer(deps, friendId, orderId, completedBefore)

  if (due.length === maxPerRun) await deps.jobs.enqueue(deps.db, rewardJob, {})
}

/**
 * Issues the reward of one referral, once: the order is locked first, so that a refund comes either
 * before and prevents the reward or after and voids it.
 */
async function rewardReferrer(
  deps: ReferralDeps,
  friendId: string,
  orderId: string,
  completedBefore: Date,
): Promise<void> {
  const { catalogue } = await deps.catalogues.inForce()

  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const isCompleted = await lockCompletedOrder(trx, orderId, completedBefore)
    const referral = await lockReferral(trx, friendId)
    // Another process was faster, or the order was refunded since the query.
    if (!isCompleted || referral?.state !== 'open') return
    if (await endIfSamePerson(trx, referral, now, orderId)) return

    const { referrer_id: referrerId } = referral
    // Points are locked before coupons.
    await rewardInvitedFriend(deps, trx, { referrerId, friendOrderId: orderId }, now)

    const coupon = await issueCoupon(trx, {
      customerId: referrerId,
      prefix: 'REWARD',
      coupon: referralCoupon('referrer', catalogue.loyalty),
      source: rewardSource(friendId),
      issuedAt: now,
      expiresAt: null,
    })
    if (!coupon) throw new Error(`The reward for ${friendId} was issued before its referral was decided.`)

    await decideReferral(trx, referral.id, { state: 'rewarded', reasons: [], orderId, couponId: coupon.id, now })
    await enqueueRewardMail(deps, trx, friendId)
  })
}

/**
 * A full refund of the friend's first order voids the reward: an unused coupon is withdrawn, a used
 * one stays used. The points of the task "invite" stay. Called under the lock of the order.
 */
export async function voidReward(trx: Trx, order: { id: string; customer_id: string }, now: Date): Promise<void> {
  const referral = await lockReferral(trx, order.customer_id)
  if (!referral) return

  const isRewarded = referral.state === 'rewarded' && referral.order_id === order.id
  const isFirst = referral.state === 'open' && (await findFirstPurchase(trx, order.customer_id)) === order.id
  if (!isRewarded && !isFirst) return

  await decideReferral(trx, referral.id, { state: 'voided', reasons: ['order-refunded'], orderId: order.id, now })
  if (isRewarded) await revokeCoupon(trx, referral.referrer_id, rewardSource(referral.friend_id), now)
}
