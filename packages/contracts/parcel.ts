import { carrierIds, maxParcelSideMm, maxParcelWeightG, parcelDocuments, parcelStates } from '@cotation/domain'
import { z } from 'zod'
import { nothing, text } from './fields.ts'
import { orderParams } from './order.ts'
import { route } from './route.ts'

const parcelId = z.uuid('INVALID_VALUE')
export const parcelParams = z.strictObject({ parcelId })

const count = (max: number) => z.int('INVALID_VALUE').min(1, 'INVALID_VALUE').max(max, 'INVALID_VALUE')
const side = count(maxParcelSideMm)

const contents = z
  .array(z.strictObject({ orderLineId: z.uuid('INVALID_VALUE'), quantity: count(1_000_000) }))
  .min(1, 'REQUIRED')
  .max(500, 'TOO_MANY')
  .refine((lines) => new Set(lines.map(({ orderLineId }) => orderLineId)).size === lines.length, 'INVALID_VALUE')

export const packedParcel = z.strictObject({
  carrier: z.enum(carrierIds, 'INVALID_VALUE'),
  /** Empty if the carrier gives one when the parcel is announced to it. */
  trackingNumber: text(60).default(''),
  /** Without it, everything that is in no parcel yet. */
  lines: contents.optional(),
  weightG: count(maxParcelWeightG).optional(),
  /** Length, width and height of the box. */
  boxMm: z.tuple([side, side, side], 'INVALID_VALUE').optional(),
})

export const parcelReport = z.strictObject({
  state: z.enum(parcelStates, 'INVALID_VALUE'),
  /** Where the parcel was. */
  place: text(100).default(''),
  note: text(300).default(''),
})

const paper = { method: 'GET', output: { bytes: ['application/pdf'] } } as const

export const parcelRoutes = {
  packingList: route({
    ...paper,
    path: '/global/order/{orderId}/parcel/{parcelId}/packing-list',
    access: 'customer',
    summary: 'The packing list of one parcel as a PDF, in the language of the request',
    params: orderParams.extend({ parcelId }),
    errors: ['NOT_FOUND'],
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
}

export const parcelStaffRoutes = {
  remove: route({
    method: 'DELETE',
    path: '/global/staff/parcel/{parcelId}',
    access: 'staff',
    right: 'parcels.write',
    summary: 'Removes a parcel that has not left, so that its parts can be packed again',
    params: parcelParams,
    output: nothing,
    errors: ['NOT_FOUND', 'PARCEL_LEFT'],
  }),
  document: route({
    ...paper,
    path: '/global/staff/parcel/{parcelId}/document/{kind}',
    access: 'staff',
    right: 'orders.read',
    summary: 'The label (100 × 150 mm) or the packing list of a parcel as a PDF',
    params: parcelParams.extend({ kind: z.enum(parcelDocuments, 'INVALID_VALUE') }),
    errors: ['NOT_FOUND'],
    limits: [{ by: 'session', max: 120, windowSeconds: 600 }],
  }),
}
