import { AppError } from '#core/app-error.ts'
import { listLineOrders } from '#features/quote/rows/line-order.repository.ts'
import type { OpenProject } from './change-project.service.ts'

/** Ordered lines stay as they were ordered: customers change a copy (LINE_ORDERED). */
export async function refuseOrdered({ trx, now }: OpenProject, lineIds: readonly string[]): Promise<void> {
  const [order] = (await listLineOrders(trx, lineIds, now)).values()
  if (order) throw new AppError('LINE_ORDERED', { orderNumber: order.number })
}
