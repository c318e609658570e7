import type { FriendView, ReferralView, RefusedReferralView } from '@cotation/contracts'
import { type Language, maskEmail } from '@cotation/domain'
import { referralCoupon } from '@cotation/pricing'
import type { Deps } from '#core/deps.ts'
import type { Page } from '#db/lists.ts'
import { describeCoupon, listCouponsOfSource } from '#features/coupon/coupon.service.ts'
import { signUpPath } from './invitation.service.ts'
import { countRewarded, type FriendRow, listFriends, listRefused } from './referral.repository.ts'
import { rewardSourcePrefix } from './referral.service.ts'
import { getOwnCodes } from './referral-code.service.ts'

/** The programme as its customer sees it. */
export async function getReferralView(deps: Deps, customerId: string, language: Language): Promise<ReferralView> {
  const { current, old, changeableAt } = await getOwnCodes(deps, customerId)
  const { loyalty } = (await deps.catalogues.inForce()).catalogue
  const oldCodes = old.flatMap(({ code, valid_until: end }) => (end ? [{ code, validUntil: end.toISOString() }] : []))

  return {
    code: current.code,
    link: `${deps.publicUrl}/manufacture${signUpPath(current.code)}`,
    changeableAt: changeableAt?.toISOString() ?? null,
    oldCodes,
    successful: await countRewarded(deps.db, customerId),
    rewards: await listCouponsOfSource(deps, customerId, rewardSourcePrefix, language),
    friendBenefit: await describeCoupon(referralCoupon('friend', loyalty), language),
    referrerBenefit: await describeCoupon(referralCoupon('referrer', loyalty), language),
  }
}

const friendViewOf = ({ id, email, is_invited, state, at }: FriendRow): FriendView => ({
  id,
  email: is_invited ? email : maskEmail(email),
  state,
  at: at.toISOString(),
})

export async function listOwnFriends(
  { db }: Pick<Deps, 'db'>,
  customerId: string,
  page: Page,
): Promise<{ friends: FriendView[]; total: number }> {
  const { rows, total } = await listFriends(db, customerId, page)
  return { friends: rows.map(friendViewOf), total }
}

/** Referrals without a reward, with the reasons that customers never see. */
export async function listRefusedReferrals(
  { db }: Pick<Deps, 'db'>,
  { referrerId, ...page }: Page & { referrerId?: string | undefined },
): Promise<{ referrals: RefusedReferralView[]; total: number }> {
  const { rows, total } = await listRefused(db, page, referrerId)
  const referrals = rows.map((row) => ({
    id: row.id,
    friend: { customerId: row.friend_id, email: row.friend_email },
    referrer: { customerId: row.referrer_id, email: row.referrer_email },
    code: row.code,
    boundAt: row.bound_at.toISOString(),
    decidedAt: (row.decided_at ?? row.bound_at).toISOString(),
    reasons: row.reasons,
    orderNumber: row.order_number,
  }))

  return { referrals, total }
}
