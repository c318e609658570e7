import type { Rating } from '@cotation/domain'
import type { Trx } from '#db/database.ts'

/** Keeps a review; false where the order has one. */
export async function insertReview(
  trx: Trx,
  orderId: string,
  review: Record<Rating, number> & { comment: string },
  now: Date,
): Promise<boolean> {
  const made = await trx
    .insertInto('order_review')
    .values({ order_id: orderId, ...review, created_at: now })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return made !== undefined
}
