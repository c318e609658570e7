import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { describeCoupon } from '#features/coupon/coupon.service.ts'
import { findReward } from './referral.repository.ts'

export const rewardMailJob = 'referral-reward-mail'

export interface RewardMail {
  friendId: string
}

/** Enqueues the mail in the transaction that issues the reward. */
export async function enqueueRewardMail({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, friendId: string): Promise<void> {
  await jobs.enqueue(trx, rewardMailJob, { friendId })
}

/** Tells the referrer about the coupon, in the language of the profile. */
export async function sendRewardMail(deps: Deps, { friendId }: RewardMail): Promise<void> {
  const reward = await findReward(deps.db, friendId)
  if (!reward) return

  const { email, username, language, coupon, code } = reward
  await sendActionMail(deps, {
    kind: 'referral-reward',
    to: email,
    userName: username,
    language,
    repliesTo: 'manager',
    path: '/user/account/coupons',
    values: { benefit: await describeCoupon(coupon, language), code },
    idempotencyKey: `reward ${friendId}`,
  })
}
