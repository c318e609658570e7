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
      'order_message.text',
      'order_message.at',
      'staff_member.name as author',
    ])
    .where('order_id', '=', orderId)
    .orderBy('order_message.at')
    .orderBy('order_message.id')
    .execute()
}

export async function countMessages(trx: Trx, orderId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('order_message')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('order_id', '=', orderId)
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

/** The customer has got an answer: what was written before it no longer waits. */
export async function markAnswered(trx: Trx, orderId: string): Promise<void> {
  await trx
    .updateTable('order_message')
    .set({ awaits_answer: false })
    .where('order_id', '=', orderId)
    .where('awaits_answer', '=', true)
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
