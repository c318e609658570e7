import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

export interface MessagedOrder {
  id: string
  number: string
  customer_id: string
}

export async function findMessagedOrder(db: Db | Trx, orderId: string): Promise<MessagedOrder | undefined> {
  return db
    .selectFrom('customer_order')
    .select(['id', 'number', 'customer_id'])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** The messages of an order, oldest first, with the names of their authors among staff. */
export async function listMessages(db: Db | Trx, orderId: string) {
  return db
    .selectFrom('order_message')
    .leftJoin('staff_member', 'staff_member.id', 'order_message.staff_id')
    .select([
      'order_message.id',
      'order_message.staff_id',
      'order_message.is_visible',
      'order_message.awaits_answer',
      'order_message.text',
      'order_message.at',
      'staff_member.name as author',
    ])
    .where('order_id', '=', orderId)
    .orderBy('order_message.at')
    .orderBy('order_message.id')
    .execute()
}

export async function lockMessagedOrder(trx: Trx, orderId: string): Promise<void> {
  await trx.selectFrom('customer_order').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
}

/** How many messages, and of staff notes too, one side has written about an order. */
export async function countMessages(trx: Trx, orderId: string, writer: 'customer' | 'staff'): Promise<number> {
  const { count } = await trx
    .selectFrom('order_message')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('order_id', '=', orderId)
    .where('staff_id', writer === 'staff' ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewMessage {
  order_id: string
  staff_id: string | null
  is_visible: boolean
  awaits_answer: boolean
  text: string
  at: Date
}

export async function insertMessage(trx: Trx, message: NewMessage): Promise<string> {
  const { id } = await trx.insertInto('order_message').values(message).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function hasMessage(trx: Trx, orderId: string, messageId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('order_message')
    .select('id')
    .where('order_id', '=', orderId)
    .where('id', '=', messageId)
    .executeTakeFirst()
  return row !== undefined
}

/** What the customer wrote until a message no longer waits; what came after it does. */
export async function markAnswered(trx: Trx, orderId: string, seenId: string): Promise<void> {
  await trx
    .updateTable('order_message')
    .set({ awaits_answer: false })
    .where('order_id', '=', orderId)
    .where('awaits_answer', '=', true)
    .where(sql<SqlBool>`(at, id) <= (select seen.at, seen.id from order_message seen where seen.id = ${seenId})`)
    .execute()
}

/** The data for a mail; undefined once the message was erased. */
export async function findMessageToMail(db: Db, messageId: string) {
  return db
    .selectFrom('order_message')
    .innerJoin('customer_order', 'customer_order.id', 'order_message.order_id')
    .select([
      'order_message.text',
      'customer_order.id as orderId',
      'customer_order.number',
      'customer_order.customer_id as customerId',
      'customer_order.language',
      'customer_order.po_number as poNumber',
    ])
    .where('order_message.id', '=', messageId)
    .executeTakeFirst()
}
