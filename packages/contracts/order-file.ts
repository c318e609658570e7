import { orderDocuments } from '@cotation/domain'
import { z } from 'zod'
import { orderParams } from './order.ts'
import { route } from './route.ts'

/** A file that a customer sent with an order: the model of a line, or a drawing or other file beside it. */
export const orderFileView = z.strictObject({
  uploadId: z.uuid(),
  name: z.string(),
  purpose: z.enum(['part', 'attachment']),
  /** The line of the order that it belongs to. */
  lineId: z.uuid(),
  lineName: z.string(),
  /** Null once the file has been removed. */
  bytes: z.int().nullable(),
})

export type OrderFileView = z.output<typeof orderFileView>

/** Documents and files of any order, for staff. Every download is in the audit. */
export const orderFileRoutes = {
  document: route({
    method: 'GET',
    path: '/global/staff/order/{orderId}/document/{kind}',
    access: 'staff',
    right: 'orders.read',
    summary: 'A document of any order as a PDF, in the language of the request',
    params: orderParams.extend({ kind: z.enum(orderDocuments, 'INVALID_VALUE') }),
    output: { bytes: ['application/pdf'] },
    errors: ['NOT_FOUND'],
    limits: [{ by: 'session', max: 120, windowSeconds: 600 }],
  }),
  list: route({
    method: 'GET',
    path: '/global/staff/order/{orderId}/file',
    access: 'staff',
    right: 'orders.read',
    summary: 'The files of any order, line by line',
    params: orderParams,
    output: z.strictObject({ files: z.array(orderFileView) }),
    errors: ['NOT_FOUND'],
  }),
  mesh: route({
    method: 'GET',
    path: '/global/staff/order/{orderId}/line/{lineId}/mesh',
    access: 'staff',
    right: 'orders.read',
    summary: 'The mesh of an ordered part in the product’s own format',
    params: orderParams.extend({ lineId: z.uuid('INVALID_VALUE') }),
    output: { bytes: ['application/octet-stream'] },
    errors: ['NOT_FOUND'],
  }),
  drawing: route({
    method: 'GET',
    path: '/global/staff/order/{orderId}/drawing/{uploadId}',
    access: 'staff',
    right: 'files.read',
    summary: 'A drawing of any order, to be shown on the screen; recorded once a day, as models are',
    params: orderParams.extend({ uploadId: z.uuid('INVALID_VALUE') }),
    output: { bytes: ['application/octet-stream'] },
    errors: ['NOT_FOUND'],
  }),
  content: route({
    method: 'GET',
    path: '/global/staff/order/{orderId}/file/{uploadId}',
    access: 'staff',
    right: 'files.read',
    summary: 'A file of any order as the customer sent it',
    params: orderParams.extend({ uploadId: z.uuid('INVALID_VALUE') }),
    output: { bytes: ['application/octet-stream'] },
    errors: ['NOT_FOUND'],
  }),
}
