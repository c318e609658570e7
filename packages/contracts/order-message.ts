import { maxOrderMessageLength } from '@cotation/domain'
import { z } from 'zod'
import { requiredMultilineText } from './fields.ts'
import { orderParams } from './order.ts'
import { time } from './paging.ts'
import { route } from './route.ts'

const text = requiredMultilineText(maxOrderMessageLength, 'MESSAGE_REQUIRED')

/**
 * How many an order may have of each side. Two bounds, so that a customer who writes a lot does not
 * take the place of notes and answers.
 */
export const maxOrderMessages = { customer: 200, staff: 500 } as const

/** A message about an order, as the customer sees it. */
export const orderMessageView = z.strictObject({
  id: z.uuid(),
  by: z.enum(['customer', 'staff']),
  text: z.string(),
  at: time,
})

export type OrderMessageView = z.output<typeof orderMessageView>

/** The same for staff, with their own notes. */
export const staffMessageView = z.strictObject({
  ...orderMessageView.shape,
  /** Who of staff wrote it; empty for the customer. */
  author: z.string(),
  /** Whether the customer sees it; if not, it is a note. */
  isVisible: z.boolean(),
  /** A message of the customer that is in the list of tasks. */
  awaitsAnswer: z.boolean(),
})

export type StaffMessageView = z.output<typeof staffMessageView>

export const messageBody = z.strictObject({ text })

const answerBody = z.strictObject({
  text,
  /** The newest message that the writer has seen: what the customer wrote later still waits. */
  seenId: z.uuid('INVALID_VALUE').nullable(),
})
const messages = z.strictObject({ messages: z.array(orderMessageView) })
const staffMessages = z.strictObject({ messages: z.array(staffMessageView) })
const ofOrder = { params: orderParams, errors: ['NOT_FOUND'] } as const

/** Messages between the customer and the shop about an order. */
export const orderMessageRoutes = {
  list: route({
    ...ofOrder,
    method: 'GET',
    path: '/global/order/{orderId}/message',
    access: 'customer',
    summary: 'The messages about an order, oldest first',
    output: messages,
  }),
  write: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/order/{orderId}/message',
    access: 'customer',
    summary: 'Writes to the shop about an order',
    body: messageBody,
    output: messages,
    errors: ['NOT_FOUND', 'QUOTA_EXCEEDED'],
    limits: [{ by: 'session', max: 30, windowSeconds: 3600 }],
  }),
}

/** Messages and internal notes, for staff. */
export const orderMessageStaffRoutes = {
  list: route({
    ...ofOrder,
    method: 'GET',
    path: '/global/staff/order/{orderId}/message',
    access: 'staff',
    right: 'orders.read',
    summary: 'The notes and messages about any order, oldest first',
    output: staffMessages,
  }),
  note: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/staff/order/{orderId}/note',
    access: 'staff',
    right: 'orders.read',
    summary: 'Adds a note about an order that only staff see',
    body: messageBody,
    output: staffMessages,
    errors: ['NOT_FOUND', 'QUOTA_EXCEEDED'],
  }),
  write: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/staff/order/{orderId}/message',
    access: 'staff',
    right: 'messages.write',
    summary: 'Writes to the customer about an order, on the order page and by mail',
    body: answerBody,
    output: staffMessages,
    errors: ['NOT_FOUND', 'QUOTA_EXCEEDED'],
  }),
}
