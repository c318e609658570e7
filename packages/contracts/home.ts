import { uploadStates } from '@cotation/domain'
import { z } from 'zod'
import { orderSummary } from './order-views.ts'
import { time } from './paging.ts'
import { projectSummary } from './quote-views.ts'
import { route } from './route.ts'

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
  /** Most urgent first. */
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
})

export type HomeView = z.output<typeof homeView>

export const homeRoutes = {
  get: route({
    method: 'GET',
    path: '/global/home',
    access: 'customer',
    summary: 'What waits for the caller, their open orders, latest projects and files, and their balance',
    output: homeView,
    errors: [],
  }),
}
