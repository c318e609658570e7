import { utcMonth } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { grantReward } from './point-rewards.ts'
import { lockPoints } from './points.ts'

/**
 * Grants the points of the task `invite` (catalogue 7) with the reward of a referral, once per
 * order and up to the limit of the month. False if nothing was granted: done before, limit reached,
 * or the referrer is a company. Locks the referrer's points.
 */
export async function rewardInvitedFriend(
  { catalogues }: Pick<Deps, 'catalogues'>,
  trx: Trx,
  { referrerId, friendOrderId }: { referrerId: string; friendOrderId: string },
  now: Date,
): Promise<boolean> {
  const { loyalty } = (await catalogues.inForce(trx)).catalogue
  const task = loyalty.tasks.find(({ id }) => id === 'invite')
  if (!task || !(await isPerson(trx, referrerId))) return false

  const locked = await lockPoints(trx, referrerId, now)
  const month = utcMonth(now)
  const { maxPerMonth = Number.MAX_VALUE } = task
  if ((await countInviteRewards(trx, referrerId, month)) >= maxPerMonth) return false

  const source = `task:invite:${friendOrderId}`
  return grantReward(trx, locked, { customerId: referrerId, source, task: task.id, month, points: task.points })
}

async function isPerson(trx: Trx, customerId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('account_type', '=', 'personal')
    .executeTakeFirst()
  return row !== undefined
}

async function countInviteRewards(trx: Trx, customerId: string, month: string): Promise<number> {
  const { count } = await trx
    .selectFrom('point_reward')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .where('task', '=', 'invite')
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  return Number(count)
}
