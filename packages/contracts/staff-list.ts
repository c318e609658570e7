import { isUuid, orderStatuses, staffListKeys, staffLists, staffStatuses } from '@cotation/domain'
import { z } from 'zod'
import { errorCodes } from './errors.ts'
import { nothing, requiredText, text } from './fields.ts'
import { listCount, listRoutes } from './list.ts'
import { route } from './route.ts'

/** The lists of the back office. */
export const staffListRoutes = {
  orders: listRoutes(staffLists.orders),
  customers: listRoutes(staffLists.customers),
  claims: listRoutes(staffLists.claims),
  'additional-costs': listRoutes(staffLists['additional-costs']),
  mails: listRoutes(staffLists.mails),
  'expert-questions': listRoutes(staffLists['expert-questions']),
  production: listRoutes(staffLists.production),
  trays: listRoutes(staffLists.trays),
  proposals: listRoutes(staffLists.proposals),
  audit: listRoutes(staffLists.audit),
  'security-events': listRoutes(staffLists['security-events']),
}

/** A list as a member of staff keeps it under a name. */
export const savedView = z.strictObject({
  id: z.uuid(),
  list: z.enum(staffListKeys),
  name: z.string(),
  /** Search, filters, sort and columns, as the address of the list has them. */
  state: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** At most a minute old. Null if a filter of the view is obsolete, or if counting is too slow. */
  count: listCount.nullable(),
})
export type SavedView = z.output<typeof savedView>

export const maxSavedViews = 50
const viewParams = z.strictObject({ viewId: z.uuid('INVALID_VALUE') })
const viewName = requiredText(60)

export const savedViewRoutes = {
  list: route({
    method: 'GET',
    path: '/global/staff/view',
    access: 'staff',
    right: 'staff.self',
    summary: "The caller's saved views and the shared ones of lists that the caller may see, with their counts",
    output: z.strictObject({ views: z.array(savedView) }),
    errors: [],
  }),
  save: route({
    method: 'POST',
    path: '/global/staff/view',
    access: 'staff',
    right: 'staff.self',
    summary: 'Saves a view of a list; one of the same name is replaced',
    body: z.strictObject({
      list: z.enum(staffListKeys, 'INVALID_VALUE'),
      name: viewName,
      state: text(4000),
      isShared: z.boolean('INVALID_VALUE'),
    }),
    output: savedView,
    errors: ['QUOTA_EXCEEDED'],
  }),
  rename: route({
    method: 'PATCH',
    path: '/global/staff/view/{viewId}',
    access: 'staff',
    right: 'staff.self',
    summary: 'Renames a saved view: an own one, or as an administrator a shared one',
    params: viewParams,
    body: z.strictObject({ name: viewName }),
    output: nothing,
    errors: ['NOT_FOUND'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/global/staff/view/{viewId}',
    access: 'staff',
    right: 'staff.self',
    summary: 'Deletes a saved view: an own one, or as an administrator a shared one',
    params: viewParams,
    output: nothing,
    errors: ['NOT_FOUND'],
  }),
}

export const foundKinds = [
  'order',
  'invoice',
  'cost-invoice',
  'customer',
  'part',
  'question',
  'quoted-part',
  'project',
  'claim',
  'additional-cost',
  'parcel',
  'run',
  'tray',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** Something that staff can open by its number or name. The name of a run or tray is its code. */
export const foundItem = z.strictObject({
  kind: z.enum(foundKinds),
  id: z.uuid(),
  name: z.string(),
  detail: z.string(),
  /** The order of a result that has no screen of its own. */
  orderId: z.uuid().nullable(),
  /** The project of a part of a quote. */
  projectId: z.uuid().nullable(),
})
export type FoundItem = z.output<typeof foundItem>

export const findRoutes = {
  find: route({
    method: 'GET',
    path: '/global/staff/find',
    access: 'staff',
    right: 'staff.self',
    summary: 'Whatever has a number or name and a screen, as the caller may see it: orders, invoices, runs and others',
    query: z.strictObject({ text: requiredText(100).min(2, 'INVALID_VALUE') }),
    output: z.strictObject({ found: z.array(foundItem) }),
    errors: [],
  }),
}

const isIdList = /^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$/

/** Whether orders may be moved to a status, before several are moved at once. */
export const orderMoveRoutes = {
  check: route({
    method: 'GET',
    path: '/global/staff/order-move',
    access: 'staff',
    right: 'orders.move',
    summary: 'Whether each of these orders (at most 100) may move to a status without a reason, and why not',
    query: z.strictObject({
      orderIds: z
        .string('REQUIRED')
        .max(3700, 'TOO_LONG')
        .regex(isIdList, 'INVALID_VALUE')
        .transform((ids) => ids.split(','))
        .refine((ids) => ids.every(isUuid), 'INVALID_VALUE'),
      to: z.enum(staffStatuses, 'INVALID_VALUE'),
    }),
    output: z.strictObject({
      orders: z.array(
        z.strictObject({
          id: z.uuid(),
          number: z.string(),
          status: z.enum(orderStatuses),
          /** Null if it may move. */
          refusal: z.enum(errorCodes).nullable(),
          /** By part: what is not made or not packed, if that is why. */
          pieces: z.array(z.strictObject({ lineId: z.uuid(), name: z.string(), quantity: z.int() })),
        }),
      ),
    }),
    errors: [],
  }),
}
