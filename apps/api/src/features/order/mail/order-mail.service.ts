import { isUnpaid } from '@cotation/domain'
import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import type { OrderMailRequest } from '#features/order/mail/order-mail-queue.ts'
import { getOrderCatalogue, getOrderDetails } from '#features/order/view/order-view.service.ts'
import { findAddressee, findPointsEarned, findStep } from './order-mail.repository.ts'
import { mailValues, stepMailOf } from './step-mail.ts'

export type OrderMailDeps = Pick<Deps, 'catalogues' | 'config' | 'db' | 'log' | 'mail' | 'publicUrl' | 'texts'>

/**
 * Tells the customer of one step of an order, in the language in which it was placed. That a payment is awaited is not told any more
 * when the order has gone on since: one who paid at once reads of the payment alone.
 */
export async function sendOrderMail(deps: OrderMailDeps, { orderId, eventId }: OrderMailRequest): Promise<void> {
  const found = await findStep(deps.db, orderId, eventId)
  if (!found) return

  const { step, isLast } = found
  if (isUnpaid(step.to_status) && !isLast) return

  const details = await getOrderDetails(deps, orderId, 'staff')
  const { order } = details
  const addressee = await findAddressee(deps.db, order.customer_id)
  if (!addressee) return

  const catalogue = await getOrderCatalogue(deps, order.catalogue_version)
  const points = step.to_status === 'completed' ? await findPointsEarned(deps.db, orderId) : 0
  await sendActionMail(deps, {
    ...stepMailOf(step, details),
    to: addressee.email,
    userName: addressee.username,
    language: order.language,
    values: mailValues(step, details, { catalogue, config: deps.config, points }),
    idempotencyKey: `order ${orderId} ${step.id}`,
  })
}
