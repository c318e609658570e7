import { orderDocuments, orderStatuses } from '@cotation/domain'
import { z } from 'zod'
import { multilineText, requiredReason, text } from './fields.ts'
import { orderSummary, orderView, reviewFields } from './order-views.ts'
import { day, paging } from './paging.ts'
import { route } from './route.ts'

export const orderParams = z.strictObject({ orderId: z.uuid('INVALID_VALUE') })
export const photoParams = orderParams.extend({ photoId: z.uuid('INVALID_VALUE') })
const own = ['NOT_FOUND'] as const

export const reviewBody = z.strictObject({ ...reviewFields, comment: multilineText(2000).default('') })

const orderFilters = {
  /** Searches order numbers, PO numbers and part names. */
  search: text(100).optional(),
  status: z.enum(orderStatuses).optional(),
  from: day.optional(),
  to: day.optional(),
}

export const orderRoutes = {
  list: route({
    method: 'GET',
    path: '/global/order',
    access: 'customer',
    summary: "The caller's orders, newest first",
    query: z.strictObject({ ...orderFilters, ...paging }),
    output: z.strictObject({ orders: z.array(orderSummary), total: z.int() }),
    errors: [],
  }),
  export: route({
    method: 'GET',
    path: '/global/order/export',
    access: 'customer',
    ownOnly: true,
    summary: "The caller's orders as CSV, in the language of the request",
    query: z.strictObject(orderFilters),
    output: { bytes: ['text/csv; charset=utf-8'] },
    errors: [],
    limits: [{ by: 'session', max: 30, windowSeconds: 600 }],
  }),
  get: route({
    method: 'GET',
    path: '/global/order/{orderId}',
    access: 'customer',
    summary: 'One order with its lines, payments, parcels and history',
    params: orderParams,
    output: orderView,
    errors: own,
  }),
  cancel: route({
    method: 'POST',
    path: '/global/order/{orderId}/cancel',
    access: 'customer',
    summary: 'Cancels an order before production and refunds the payment',
    params: orderParams,
    body: z.strictObject({ reason: requiredReason }),
    output: orderView,
    errors: [...own, 'ORDER_NOT_CANCELLABLE', 'PAYMENT_PENDING'],
  }),
  receive: route({
    method: 'POST',
    path: '/global/order/{orderId}/receive',
    access: 'customer',
    summary: 'Confirms that everything has arrived',
    params: orderParams,
    output: orderView,
    errors: [...own, 'ORDER_STATE'],
  }),
  review: route({
    method: 'POST',
    path: '/global/order/{orderId}/review',
    access: 'customer',
    summary: 'Reviews a delivered order, once',
    params: orderParams,
    body: reviewBody,
    output: orderView,
    errors: [...own, 'ORDER_NOT_DELIVERED', 'ALREADY_REVIEWED'],
  }),
  addPhoto: route({
    method: 'POST',
    path: '/global/order/{orderId}/review/photo',
    access: 'customer',
    summary: 'Adds a picture (JPEG, PNG or WebP) to the review of an order, five at most',
    params: orderParams,
    upload: { field: 'image', maxBytes: 10 * 1024 * 1024 },
    output: orderView,
    errors: [...own, 'REVIEW_MISSING', 'TOO_MANY_PHOTOS', 'IMAGE_UNSUPPORTED', 'IMAGE_TOO_LARGE', 'TOO_LARGE'],
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  photo: route({
    method: 'GET',
    path: '/global/order/{orderId}/review/photo/{photoId}',
    access: 'customer',
    summary: 'A picture of a review',
    params: photoParams,
    output: { bytes: ['image/webp'] },
    errors: own,
  }),
  reorder: route({
    method: 'POST',
    path: '/global/order/{orderId}/reorder',
    access: 'customer',
    summary: 'Creates a project with the lines of an order, priced with the current catalogue',
    params: orderParams,
    output: z.strictObject({ projectId: z.uuid(), lines: z.int(), missing: z.array(z.string()) }),
    errors: [...own, 'QUOTA_EXCEEDED', 'FILES_GONE'],
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  document: route({
    method: 'GET',
    path: '/global/order/{orderId}/document/{kind}',
    access: 'customer',
    summary: 'A document of the order as a PDF, in the language of the request',
    params: z.strictObject({ orderId: z.uuid('INVALID_VALUE'), kind: z.enum(orderDocuments, 'INVALID_VALUE') }),
    output: { bytes: ['application/pdf'] },
    errors: own,
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
}
