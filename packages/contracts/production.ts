import {
  lossReasons,
  operations,
  runCauses,
  serviceIds,
  stations,
  stepReports,
  stepStates,
  trayStates,
} from '@cotation/domain'
import { z } from 'zod'
import { orderParams } from './order.ts'
import { acceptedRiskView, configurationTexts } from './order-views.ts'
import { day, time } from './paging.ts'
import { route } from './route.ts'

/** One step of a run. */
export const stepView = z.strictObject({
  id: z.uuid(),
  operation: z.enum(operations),
  station: z.enum(stations),
  service: z.enum(serviceIds).nullable(),
  /** Null if the price does not rest on minutes. */
  plannedMinutes: z.number().nullable(),
  /** Until the last report; a running step goes on from `runningSince`. */
  actualMinutes: z.number(),
  dueDay: day,
  state: z.enum(stepStates),
  /** Pieces that come from the step before. */
  quantity: z.int(),
  good: z.int(),
  rework: z.int(),
  scrap: z.int(),
  runningSince: time.nullable(),
  /** Who reported last, and when that was. */
  operator: z.string().nullable(),
  changedAt: time.nullable(),
  /** For colleagues; customers do not see them. */
  photos: z.array(z.strictObject({ id: z.uuid(), by: z.string(), at: time })),
})

export type StepView = z.output<typeof stepView>

/** Pieces of an order line that go through their steps together. */
export const runView = z.strictObject({
  id: z.uuid(),
  /** On the traveller. */
  code: z.string(),
  orderId: z.uuid(),
  orderNumber: z.string(),
  lineId: z.uuid(),
  name: z.string(),
  quantity: z.int(),
  cause: z.enum(runCauses),
  /** Why pieces are made again. */
  reason: z.enum(lossReasons).nullable(),
  dueDay: day,
  /** The promised day of dispatch. */
  promisedDay: day,
  /** The last step is planned after the promised day. */
  isLate: z.boolean(),
  /** The additional cost for which the work waits: only what runs may be paused. */
  hold: z.strictObject({ costId: z.uuid(), number: z.string() }).nullable(),
  /** A dispute has stopped the order: as with `hold`, only what runs may be paused. */
  isStopped: z.boolean(),
  steps: z.array(stepView),
})

export type RunView = z.output<typeof runView>

/** The same with what an operator needs to see. */
export const runDetails = runView.extend({
  ...configurationTexts,
  sizeMm: z.array(z.number()),
  comment: z.string(),
  acceptedRisks: z.array(acceptedRiskView),
  /** Where its pieces are printed, the newest tray first. */
  trays: z.array(z.strictObject({ code: z.string(), state: z.enum(trayStates), quantity: z.int() })),
  /** Drawings and other files. */
  attachments: z.array(z.strictObject({ uploadId: z.uuid(), name: z.string() })),
})

export type RunDetails = z.output<typeof runDetails>

/** A run that makes lost pieces again. */
export const remakeView = z.strictObject({
  runId: z.uuid(),
  code: z.string(),
  quantity: z.int(),
  plannedDay: day,
  promisedDay: day,
  isLate: z.boolean(),
})

export type RemakeView = z.output<typeof remakeView>

const pieces = z.int('INVALID_VALUE').min(0, 'INVALID_VALUE').max(1_000_000, 'INVALID_VALUE').default(0)
const weekSeconds = 604_800

/** How long ago something was done: a report may have waited for the network. */
export const agoSeconds = z.int('INVALID_VALUE').min(0, 'INVALID_VALUE').max(weekSeconds, 'INVALID_VALUE').default(0)

export const stepReportBody = z.strictObject({
  /** Made by the browser for each action: a repeat under the same key changes nothing. */
  key: z.uuid('INVALID_VALUE'),
  report: z.enum(stepReports, 'INVALID_VALUE'),
  agoSeconds,
  good: pieces,
  /** Pieces that go through the step once more. */
  rework: pieces,
  /** Pieces that are lost; they are made again. */
  scrap: pieces,
  reason: z.enum(lossReasons, 'INVALID_VALUE').nullable().default(null),
})

export type StepReportInput = z.input<typeof stepReportBody>

export const runParams = z.strictObject({ code: z.string('REQUIRED').regex(/^F\d{6,12}$/, 'INVALID_VALUE') })

const maxPhotoBytes = 20 * 1024 * 1024
const photoParams = z.strictObject({ photoId: z.uuid('INVALID_VALUE') })
const photoOfStep = z.strictObject({ stepId: z.uuid('INVALID_VALUE'), ...photoParams.shape })

/** Production: the steps of order lines, and what operators report about them. */
export const productionRoutes = {
  ofOrder: route({
    method: 'GET',
    path: '/global/staff/order/{orderId}/production',
    access: 'staff',
    right: 'production.read',
    summary: 'The runs of an order with their steps, line by line',
    params: orderParams,
    output: z.strictObject({ runs: z.array(runView) }),
    errors: ['NOT_FOUND'],
  }),
  run: route({
    method: 'GET',
    path: '/global/staff/production/run/{code}',
    access: 'staff',
    right: 'production.read',
    summary: 'A run by the code of its traveller, with what an operator needs to see',
    params: runParams,
    output: runDetails,
    errors: ['NOT_FOUND'],
  }),
  traveller: route({
    method: 'GET',
    path: '/global/staff/production/run/{code}/traveller',
    access: 'staff',
    right: 'production.read',
    summary: 'The traveller of a run as a PDF with a DataMatrix of its code, in the language of the request',
    params: runParams,
    output: { bytes: ['application/pdf'] },
    errors: ['NOT_FOUND'],
    limits: [{ by: 'session', max: 120, windowSeconds: 600 }],
  }),
  mesh: route({
    method: 'GET',
    path: '/global/staff/production/run/{code}/mesh',
    access: 'staff',
    right: 'production.read',
    summary: 'The mesh of the part of a run in the product’s own format',
    params: runParams,
    output: { bytes: ['application/octet-stream'] },
    errors: ['NOT_FOUND'],
  }),
  report: route({
    method: 'POST',
    path: '/global/staff/production/step/{stepId}/report',
    access: 'staff',
    right: 'production.work',
    summary: 'Reports that a step was started, paused or done (idempotent by key); scrap opens a re-make',
    params: z.strictObject({ stepId: z.uuid('INVALID_VALUE') }),
    body: stepReportBody,
    output: z.strictObject({ run: runView, remake: remakeView.nullable() }),
    errors: [
      'NOT_FOUND',
      'ORDER_STATE',
      'STEP_WAITING',
      'STEP_REPORTED',
      'STEP_QUANTITY',
      'STEP_IN_TRAY',
      'WORK_HELD',
      'ORDER_STOPPED',
      'INSPECTION_OPEN',
    ],
  }),
  addPhoto: route({
    method: 'POST',
    path: '/global/staff/production/step/{stepId}/photo/{photoId}',
    access: 'staff',
    right: 'production.work',
    summary: 'Adds a photo (JPEG, PNG or WebP) to a step, re-encoded, under an id of the caller (idempotent by it)',
    params: photoOfStep,
    upload: { field: 'image', maxBytes: maxPhotoBytes },
    output: z.strictObject({ run: runView }),
    errors: [
      'NOT_FOUND',
      'ORDER_STATE',
      'STEP_WAITING',
      'IMAGE_UNSUPPORTED',
      'IMAGE_TOO_LARGE',
      'TOO_LARGE',
      'STEP_PHOTOS',
    ],
  }),
  removePhoto: route({
    method: 'DELETE',
    path: '/global/staff/production/step/{stepId}/photo/{photoId}',
    access: 'staff',
    right: 'production.work',
    summary: 'Removes a photo of a step while its order is being made',
    params: photoOfStep,
    output: z.strictObject({ run: runView }),
    errors: ['NOT_FOUND', 'ORDER_STATE'],
  }),
  photo: route({
    method: 'GET',
    path: '/global/staff/production/photo/{photoId}',
    access: 'staff',
    right: 'production.read',
    summary: 'A photo of any step',
    params: photoParams,
    output: { bytes: ['image/webp'] },
    errors: ['NOT_FOUND'],
    cache: 'private-day',
  }),
}
