import { loyaltyLevelIds, uploadStates } from '@cotation/domain'
import { z } from 'zod'
import { bankInstructions } from './bank-instructions.ts'
import { orderSummary } from './order-views.ts'
import { time } from './paging.ts'
import { projectSummary } from './quote-views.ts'
import { route } from './route.ts'
import { unconfirmedPayment } from './unconfirmed-payment.ts'

/** Something that waits for the customer. */
export const homeTask = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('payment'),
    orderId: z.uuid(),
    number: z.string(),
    dueMinor: z.int(),
    /** A bank transfer was announced and has not arrived. */
    isTransfer: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('additional-cost'),
    costId: z.uuid(),
    number: z.string(),
    orderNumber: z.string(),
    totalMinor: z.int(),
    dueMinor: z.int(),
    /** A bank transfer was announced and has not arrived. */
    transfer: bankInstructions.pick({ amountMinor: true, currency: true, reference: true }).nullable(),
    /** While there is one, the customer has nothing to do. */
    unconfirmed: unconfirmedPayment.nullable(),
    until: time,
    /** The customer's, in which the deadline is shown. */
    timeZone: z.string(),
  }),
  z.strictObject({
    kind: z.literal('claim'),
    claimId: z.uuid(),
    orderNumber: z.string(),
    /** Staff have a question, or accepted the claim and wait for the after-sale order. */
    state: z.enum(['question', 'accepted']),
  }),
  /** A delivered order whose receipt the customer has not confirmed. */
  z.strictObject({ kind: z.literal('receipt'), orderId: z.uuid(), number: z.string(), deliveredAt: time.nullable() }),
  z.strictObject({
    kind: z.literal('decision'),
    projectId: z.uuid(),
    name: z.string(),
    /** Parts whose findings the customer has to accept or resolve. */
    parts: z.int(),
  }),
  z.strictObject({ kind: z.literal('quote-ends'), projectId: z.uuid(), name: z.string(), until: time }),
  z.strictObject({ kind: z.literal('coupon-ends'), couponId: z.uuid(), description: z.string(), until: time }),
])

export type HomeTask = z.output<typeof homeTask>

export const homeView = z.strictObject({
  /** By kind, the most urgent kind first. */
  tasks: z.array(homeTask),
  /** The newest orders that are not closed. */
  openOrders: z.array(orderSummary),
  /** There are older open orders. */
  hasMoreOrders: z.boolean(),
  projects: z.array(projectSummary),
  files: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      state: z.enum(uploadStates),
      createdAt: time,
      thumbnailId: z.string().nullable(),
    }),
  ),
  balance: z.strictObject({ availableMinor: z.int(), pendingMinor: z.int() }),
  /** Null for companies. */
  member: z
    .strictObject({
      level: z.enum(loyaltyLevelIds),
      levelName: z.string(),
      /** Negative if a refund took back points that were used. */
      points: z.int(),
      /** Points of paid orders that are not completed. */
      comingPoints: z.int(),
    })
    .nullable(),
})

export type HomeView = z.output<typeof homeView>

export const homeRoutes = {
  get: route({
    method: 'GET',
    path: '/global/home',
    access: 'customer',
    summary: 'What waits for the caller, open orders, latest projects and files, balance, level and points',
    output: homeView,
    errors: [],
  }),
}
