import { maxOrderMessages, type OrderMessageView, type StaffMessageView } from '@cotation/contracts'
import { sendActionMail } from '#core/action-mail.ts'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { mailRetries } from '#core/jobs.ts'
import { findRecipient } from '#core/recipient.ts'
import type { Trx } from '#db/database.ts'
import {
  countMessages,
  findMessagedOrder,
  findMessageToMail,
  hasMessage,
  insertMessage,
  listMessages,
  lockMessagedOrder,
  type MessagedOrder,
  markAnswered,
} from './order-message.repository.ts'

/** Mails to customers about messages of staff. */
export const messageMailQueue = { name: 'order-message-mail', ...mailRetries } as const

export interface MessageMailRequest {
  messageId: string
}

type MessageDeps = Pick<Deps, 'clock' | 'db' | 'jobs'>

/** Another customer's order and an unknown one both throw NOT_FOUND (BOL-1). */
async function getOwnOrder({ db }: Pick<Deps, 'db'>, customerId: string, orderId: string): Promise<MessagedOrder> {
  const order = await findMessagedOrder(db, orderId)
  if (order?.customer_id !== customerId) throw new AppError('NOT_FOUND')
  return order
}

async function getAnyOrder({ db }: Pick<Deps, 'db'>, orderId: string): Promise<MessagedOrder> {
  const order = await findMessagedOrder(db, orderId)
  if (!order) throw new AppError('NOT_FOUND')
  return order
}

/** The messages of a customer's order, without the notes of staff. */
export async function listOwnMessages(
  deps: Pick<Deps, 'db'>,
  customerId: string,
  orderId: string,
): Promise<OrderMessageView[]> {
  await getOwnOrder(deps, customerId, orderId)
  const rows = await listMessages(deps.db, orderId)

  return rows
    .filter(({ is_visible }) => is_visible)
    .map(({ id, staff_id, text, at }) => ({
      id,
      by: staff_id === null ? 'customer' : 'staff',
      text,
      at: at.toISOString(),
    }))
}

/** All messages and notes of an order. */
export async function listStaffMessages(deps: Pick<Deps, 'db'>, orderId: string): Promise<StaffMessageView[]> {
  await getAnyOrder(deps, orderId)
  const rows = await listMessages(deps.db, orderId)

  return rows.map(({ id, staff_id, is_visible, awaits_answer, text, at, author }) => ({
    id,
    by: staff_id === null ? 'customer' : 'staff',
    text,
    at: at.toISOString(),
    author: author ?? '',
    isVisible: is_visible,
    awaitsAnswer: awaits_answer,
  }))
}

/**
 * Bounded, because each order's messages are read at once. The order is locked first: two people who
 * write at the same time would both count what was there before.
 */
async function lockRoom(trx: Trx, orderId: string, writer: keyof typeof maxOrderMessages): Promise<void> {
  await lockMessagedOrder(trx, orderId)
  if ((await countMessages(trx, orderId, writer)) >= maxOrderMessages[writer]) throw new AppError('QUOTA_EXCEEDED')
}

/** A message of the customer, which waits for an answer in the list of tasks. */
export async function writeToShop(deps: MessageDeps, customerId: string, orderId: string, text: string): Promise<void> {
  await getOwnOrder(deps, customerId, orderId)

  await deps.db.transaction().execute(async (trx) => {
    await lockRoom(trx, orderId, 'customer')
    await insertMessage(trx, {
      order_id: orderId,
      staff_id: null,
      is_visible: true,
      awaits_answer: true,
      text,
      at: deps.clock(),
    })
  })
}

interface StaffText {
  staffId: string
  orderId: string
  text: string
}

/** A note for colleagues. */
export async function addNote(deps: MessageDeps, { staffId, orderId, text }: StaffText): Promise<void> {
  const order = await getAnyOrder(deps, orderId)

  await deps.db.transaction().execute(async (trx) => {
    await lockRoom(trx, orderId, 'staff')
    const message = { order_id: orderId, staff_id: staffId, is_visible: false, awaits_answer: false, text }
    const messageId = await insertMessage(trx, { ...message, at: deps.clock() })
    await recordAudit(trx, {
      staffId,
      action: 'order.noted',
      subject: { kind: 'order', id: orderId },
      customerId: order.customer_id,
      after: { messageId },
    })
  })
}

/**
 * A message to the customer: on the order page at once, and by mail. Answers what the customer wrote
 * until `seenId`.
 */
export async function writeToCustomer(
  deps: MessageDeps,
  { staffId, orderId, text, seenId }: StaffText & { seenId: string | null },
): Promise<void> {
  const order = await getAnyOrder(deps, orderId)

  await deps.db.transaction().execute(async (trx) => {
    await lockRoom(trx, orderId, 'staff')
    if (seenId !== null) await endMessages(trx, orderId, seenId)
    const message = { order_id: orderId, staff_id: staffId, is_visible: true, awaits_answer: false, text }
    const messageId = await insertMessage(trx, { ...message, at: deps.clock() })

    const mail: MessageMailRequest = { messageId }
    await deps.jobs.enqueue(trx, messageMailQueue.name, mail)
    await recordAudit(trx, {
      staffId,
      action: 'order.message-sent',
      subject: { kind: 'order', id: orderId },
      customerId: order.customer_id,
      after: { messageId },
    })
  })
}

/** What the customer wrote until a message of the same order no longer waits for an answer. */
export async function endMessages(trx: Trx, orderId: string, seenId: string): Promise<void> {
  if (!(await hasMessage(trx, orderId, seenId))) throw new AppError('NOT_FOUND')
  await markAnswered(trx, orderId, seenId)
}

type MailDeps = Pick<Deps, 'config' | 'db' | 'log' | 'mail' | 'publicUrl' | 'texts'>

/** Mails a message of staff, in the language of the order. */
export async function sendMessageMail(deps: MailDeps, { messageId }: MessageMailRequest): Promise<void> {
  const message = await findMessageToMail(deps.db, messageId)
  const recipient = message && (await findRecipient(deps.db, message.customerId))
  if (!message || !recipient) return

  await sendActionMail(deps, {
    kind: 'order-message',
    to: recipient.email,
    userName: recipient.username,
    language: message.language,
    repliesTo: 'manager',
    path: `/user/order/detail/${message.orderId}`,
    poNumber: message.poNumber,
    values: { number: message.number, text: message.text },
    idempotencyKey: `order-message ${messageId}`,
  })
}
