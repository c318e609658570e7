import { isUnpaid } from '@cotation/domain'
import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { getOrderCatalogue, getOrderDetails } from '#features/order/view/order-view.service.ts'
import { findEvent, findPointsEarned, findRecipient } from './order-mail.repository.ts'
import { mailKind, mailValues } from './order-mail-content.ts'
import type { OrderMailRequest } from './order-mail-queue.ts'

type OrderMailDeps = Pick<Deps, 'catalogues' | 'config' | 'db' | 'log' | 'mail' | 'publicUrl' | 'texts'>

/**
 * Mails the customer about one status change, in the order's language. A mail that asks for payment
 * is skipped if the order has moved on since: a customer who pays at once gets only the receipt.
 */
export async function sendOrderMail(deps: OrderMailDeps, { orderId, eventId }: OrderMailRequest): Promise<void> {
  const found = await findEvent(deps.db, orderId, eventId)
  if (!found) return

  const { event, isLatest } = found
  if (isUnpaid(event.to_status) && !isLatest) return

  const details = await getOrderDetails(deps, orderId, 'staff')
  const { order } = details
  const recipient = await findRecipient(deps.db, order.customer_id)
  if (!recipient) return

  const catalogue = await getOrderCatalogue(deps, order.catalogue_version)
  const points = event.to_status === 'completed' ? await findPointsEarned(deps.db, orderId) : 0
  await sendActionMail(deps, {
    ...mailKind(event, details),
    to: recipient.email,
    userName: recipient.username,
    language: order.language,
    values: mailValues(event, details, { catalogue, config: deps.config, points }),
    idempotencyKey: `order ${orderId} ${event.id}`,
  })
}
