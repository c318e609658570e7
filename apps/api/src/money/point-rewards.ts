import type { LedgerTransactionKind } from '@cotation/domain'
import type { Trx } from '#db/database.ts'
import { creditLot, type LockedPoints } from './points.ts'

/** Points for a check-in or a task. */
export interface Reward {
  customerId: string
  /** The same source rewards a customer once: `task:review:<order>`. */
  source: string
  /** The task, or `check-in`. */
  task: string
  /** `2026-03`: the month whose limits it counts for. */
  month: string
  points: number
}

const kindsOfTasks: Record<string, LedgerTransactionKind> = {
  'check-in': 'points-check-in',
  review: 'points-review',
  'review-photo': 'points-review',
  invite: 'points-referral',
}

/**
 * Grants a reward; false if its source was rewarded before. While points are owed, the reward is
 * stored and credited later.
 */
export async function grantReward(trx: Trx, locked: LockedPoints, reward: Reward): Promise<boolean> {
  const inserted = await trx
    .insertInto('point_reward')
    .values({
      customer_id: reward.customerId,
      source: reward.source,
      task: reward.task,
      month: reward.month,
      points: reward.points,
      earned_at: locked.now,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'source']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false

  await creditRewards(trx, locked)
  return true
}

/** Credits the rewards that wait, unless points are owed. */
export async function creditRewards(trx: Trx, locked: LockedPoints): Promise<void> {
  if (locked.balance < 0) return

  const waiting = await trx
    .selectFrom('point_reward')
    .select(['id', 'task', 'points'])
    .where('customer_id', '=', locked.customerId)
    .where('credited_at', 'is', null)
    .orderBy('earned_at')
    .orderBy('id')
    .execute()
  for (const { id, task, points } of waiting) {
    await creditLot(trx, locked, { kind: kindsOfTasks[task] ?? 'points-task', key: `reward ${id}`, points })
    await trx.updateTable('point_reward').set({ credited_at: locked.now }).where('id', '=', id).execute()
  }
}
