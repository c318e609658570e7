import { isReviewable } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { insertReview, type Review } from './order.repository.ts'
import { lockOwnOrder } from './order-status.service.ts'

/** Saves the customer's review of a delivered order, once (spec 3, Review). */
export async function reviewOrder(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  orderId: string,
  customerId: string,
  review: Review,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await lockOwnOrder(trx, customerId, orderId)
    if (!isReviewable(order.status)) throw new AppError('ORDER_NOT_DELIVERED')
    if (!(await insertReview(trx, orderId, review, clock()))) throw new AppError('ALREADY_REVIEWED')
  })
}
