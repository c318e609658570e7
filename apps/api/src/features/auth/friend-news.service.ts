import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'

/**
 * Tells the referral programme about a sign-up with a code, and about an activation. A job, because
 * the programme is another slice.
 */
export const friendJob = 'referral-friend'

export interface FriendNews {
  customerId: string
  /** The code that was sent with the sign-up. */
  code?: string
  /** The moment of the sign-up, because codes change. */
  at: string
}

export async function enqueueFriendNews(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  { customerId, code, now }: { customerId: string; code?: string | undefined; now: Date },
): Promise<void> {
  await jobs.enqueue(trx, friendJob, { customerId, ...(code && { code }), at: now.toISOString() })
}
