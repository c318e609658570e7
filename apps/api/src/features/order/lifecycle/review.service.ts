import { isReviewable, type Rating } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { lockOrder } from '#features/order/lifecycle/order-status.service.ts'
import { insertReview } from './review.repository.ts'

export type Review = Record<Rating, number> & { comment: string }

/** The customer's opinion of a delivered order, once (spec 3, Review). */
export async function reviewOrder(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  orderId: string,
  customerId: string,
  review: Review,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order.customer_id !== customerId) throw new AppError('NOT_FOUND')
    if (!isReviewable(order.status)) throw new AppError('ORDER_NOT_DELIVERED')
    if (!(await insertReview(trx, orderId, review, clock()))) throw new AppError('ALREADY_REVIEWED')
  })
}
