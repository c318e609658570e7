import {
  characteristicKinds,
  checkMethods,
  inspectionVerdicts,
  lossReasons,
  operations,
  serviceIds,
} from '@cotation/domain'
import { z } from 'zod'
import { multilineText } from './fields.ts'
import { orderParams } from './order.ts'
import { time } from './paging.ts'
import { remakeView, runParams, runView } from './production.ts'
import { route } from './route.ts'

const maxValuesPerCall = 200
const maxPhotoBytes = 20 * 1024 * 1024

/** A value that was recorded about a piece of the sample. */
const valueView = z.strictObject({
  /** Made by the browser that recorded it. */
  key: z.uuid(),
  /** From 1; 0 if the check is about all pieces. */
  piece: z.int(),
  /** Null if the check only passes or fails. */
  valueMm: z.number().nullable(),
  isGood: z.boolean(),
})

const staffValueView = valueView.extend({ by: z.string(), at: time })

const characteristic = {
  /** Unique in its inspection. */
  key: z.string(),
  kind: z.enum(characteristicKinds),
  method: z.enum(checkMethods),
  /** Checked on each piece of the sample; else once for all pieces. */
  isPerPiece: z.boolean(),
  /** What is checked, in the language of the request; an accepted risk in its own words. */
  name: z.string(),
  /** Where, or by which drawing; may be empty. */
  hint: z.string(),
  /** Limits, if it is measured. */
  nominalMm: z.number().nullable(),
  lowerMm: z.number().nullable(),
  upperMm: z.number().nullable(),
}

const characteristicView = z.strictObject({ ...characteristic, values: z.array(staffValueView) })

export type CharacteristicView = z.output<typeof characteristicView>
export type InspectionValueView = z.output<typeof staffValueView>

const inspection = {
  runCode: z.string(),
  lineId: z.uuid(),
  lineName: z.string(),
  /** 1, and more for pieces that went back and came again. */
  round: z.int(),
  /** Pieces that were presented. */
  quantity: z.int(),
  /** How many of them are checked one by one. */
  sampleSize: z.int(),
}

/** The inspection of the pieces of a run, for staff. */
export const inspectionView = z.strictObject({
  ...inspection,
  id: z.uuid(),
  orderId: z.uuid(),
  verdict: z.enum(inspectionVerdicts),
  characteristics: z.array(characteristicView),
  photos: z.array(z.strictObject({ id: z.uuid(), by: z.string(), at: time })),
  /** Null while it is open. */
  conclusion: z
    .strictObject({
      at: time,
      by: z.string(),
      good: z.int(),
      rework: z.int(),
      scrap: z.int(),
      reason: z.enum(lossReasons).nullable(),
      note: z.string(),
      /** The step to which pieces to rework went back. */
      backTo: z.strictObject({ operation: z.enum(operations), service: z.enum(serviceIds).nullable() }).nullable(),
      /** The code of the run that makes scrapped pieces again. */
      remakeCode: z.string().nullable(),
    })
    .nullable(),
})

export type InspectionView = z.output<typeof inspectionView>

/** The inspection that is to be done now. */
export const currentInspectionView = inspectionView.extend({
  /** Null while nothing is recorded. */
  id: z.uuid().nullable(),
  /** The inspection step of the run. */
  stepId: z.uuid(),
  /** Whether the pieces are at the inspection step. */
  isReady: z.boolean(),
  /** The steps to which pieces can go back. */
  earlierSteps: z.array(
    z.strictObject({ id: z.uuid(), operation: z.enum(operations), service: z.enum(serviceIds).nullable() }),
  ),
})

export type CurrentInspectionView = z.output<typeof currentInspectionView>

const runInspections = z.strictObject({
  /** Null if the run has no inspection step, or the step is done. */
  current: currentInspectionView.nullable(),
  /** Oldest first. */
  concluded: z.array(inspectionView),
})

export type RunInspections = z.output<typeof runInspections>

/** A concluded inspection as its customer sees it. */
export const customerInspectionView = z.strictObject({
  ...inspection,
  id: z.uuid(),
  characteristics: z.array(z.strictObject({ ...characteristic, values: z.array(valueView) })),
  photoIds: z.array(z.uuid()),
  verdict: z.enum(inspectionVerdicts),
  at: time,
  good: z.int(),
  rework: z.int(),
  scrap: z.int(),
})

export type CustomerInspectionView = z.output<typeof customerInspectionView>

const round = z.int('INVALID_VALUE').min(1, 'INVALID_VALUE').max(10_000, 'INVALID_VALUE')
const piece = z.int('INVALID_VALUE').min(0, 'INVALID_VALUE').max(1_000_000, 'INVALID_VALUE')
const pieces = piece.default(0)
const key = z.uuid('INVALID_VALUE')

const recordedValue = z.strictObject({
  /** Made by the browser for each value: a repeat under the same key changes nothing. */
  key,
  characteristic: z.string('INVALID_VALUE').regex(/^[a-z0-9-]{1,80}$/, 'INVALID_VALUE'),
  piece,
  /** Value of a measured characteristic; the server judges it. */
  valueMm: z.exactOptional(z.number('INVALID_VALUE').min(0, 'INVALID_VALUE').max(100_000, 'INVALID_VALUE')),
  /** Verdict about a characteristic that passes or fails. */
  isGood: z.exactOptional(z.boolean('INVALID_VALUE')),
  /** The key of the value that this one corrects. */
  corrects: z.exactOptional(key),
})

export type RecordedValue = z.output<typeof recordedValue>

/** The later of two values for one piece would replace the other without a trace in the audit. */
function areDistinct(values: readonly RecordedValue[]): boolean {
  const keys = new Set(values.map((value) => value.key))
  const pieces = new Set(values.map(({ characteristic, piece }) => `${characteristic} ${piece}`))
  return keys.size === values.length && pieces.size === values.length
}

export const inspectionValuesBody = z.strictObject({
  round,
  values: z
    .array(recordedValue)
    .min(1, 'INVALID_VALUE')
    .max(maxValuesPerCall, 'TOO_MANY')
    .refine(areDistinct, 'INVALID_VALUE'),
})

export const inspectionConclusionBody = z.strictObject({
  /** Made by the browser: a repeat under the same key changes nothing. */
  key,
  round,
  /** Pieces that go back to an earlier step. */
  rework: pieces,
  /** Pieces that are lost; they are made again. */
  scrap: pieces,
  /** The earlier step, if there is rework. */
  backToStepId: z.uuid('INVALID_VALUE').nullable().default(null),
  reason: z.enum(lossReasons, 'INVALID_VALUE').nullable().default(null),
  note: multilineText(1000, 'INVALID_VALUE').default(''),
})

export type InspectionConclusion = z.output<typeof inspectionConclusionBody>
export type InspectionConclusionInput = z.input<typeof inspectionConclusionBody>

const photoParams = z.strictObject({ photoId: z.uuid('INVALID_VALUE') })
const inspectionParams = z.strictObject({ inspectionId: z.uuid('INVALID_VALUE') })
const photoOfRun = runParams.extend({ photoId: z.uuid('INVALID_VALUE') })
const report = { output: { bytes: ['application/pdf'] }, errors: ['NOT_FOUND'] } as const
const photo = { output: { bytes: ['image/webp'] }, errors: ['NOT_FOUND'], cache: 'private-day' } as const

/** What staff check about the pieces of a run. */
export const inspectionStaffRoutes = {
  ofRun: route({
    method: 'GET',
    path: '/global/staff/production/run/{code}/inspection',
    access: 'staff',
    right: 'production.read',
    summary: 'The inspection that is to be done at a run, with its plan, and the concluded ones',
    params: runParams,
    output: runInspections,
    errors: ['NOT_FOUND'],
  }),
  ofOrder: route({
    method: 'GET',
    path: '/global/staff/order/{orderId}/inspection',
    access: 'staff',
    right: 'orders.read',
    summary: 'The inspections of an order that were begun, line by line',
    params: orderParams,
    output: z.strictObject({ inspections: z.array(inspectionView) }),
    errors: ['NOT_FOUND'],
  }),
  record: route({
    method: 'POST',
    path: '/global/staff/production/run/{code}/inspection/value',
    access: 'staff',
    right: 'production.work',
    summary: 'Records values and verdicts about pieces (idempotent by key); limits judge measured values',
    params: runParams,
    body: inspectionValuesBody,
    output: runInspections,
    errors: [
      'WORK_HELD',
      'ORDER_STOPPED',
      'NOT_FOUND',
      'ORDER_STATE',
      'STEP_WAITING',
      'INSPECTION_CONCLUDED',
      'INSPECTION_VALUE_RECORDED',
      'INSPECTION_VALUE_WRONG',
    ],
  }),
  addPhoto: route({
    method: 'POST',
    path: '/global/staff/production/run/{code}/inspection/photo/{photoId}',
    access: 'staff',
    right: 'production.work',
    summary: 'Adds a photo (JPEG, PNG or WebP), re-encoded, under an id of the caller (idempotent by it)',
    params: photoOfRun,
    /** The round for which it was taken: it may have waited for the network. Without it, the open one. */
    query: z.strictObject({ round: z.coerce.number('INVALID_VALUE').int('INVALID_VALUE').min(1).max(1000).optional() }),
    upload: { field: 'image', maxBytes: maxPhotoBytes },
    output: runInspections,
    errors: [
      'WORK_HELD',
      'ORDER_STOPPED',
      'NOT_FOUND',
      'ORDER_STATE',
      'STEP_WAITING',
      'INSPECTION_CONCLUDED',
      'IMAGE_UNSUPPORTED',
      'IMAGE_TOO_LARGE',
      'TOO_LARGE',
      'INSPECTION_PHOTOS',
    ],
  }),
  removePhoto: route({
    method: 'DELETE',
    path: '/global/staff/production/run/{code}/inspection/photo/{photoId}',
    access: 'staff',
    right: 'production.work',
    summary: 'Removes a photo of an inspection that is not concluded',
    params: photoOfRun,
    output: runInspections,
    errors: ['NOT_FOUND', 'INSPECTION_CONCLUDED'],
  }),
  conclude: route({
    method: 'POST',
    path: '/global/staff/production/run/{code}/inspection/conclusion',
    access: 'staff',
    right: 'production.work',
    summary: 'Concludes an inspection and finishes its step (idempotent by key); failed pieces go back or are re-made',
    params: runParams,
    body: inspectionConclusionBody,
    output: z.strictObject({ inspections: runInspections, run: runView, remake: remakeView.nullable() }),
    errors: [
      'WORK_HELD',
      'ORDER_STOPPED',
      'NOT_FOUND',
      'ORDER_STATE',
      'STEP_WAITING',
      'STEP_QUANTITY',
      'INSPECTION_CONCLUDED',
      'INSPECTION_INCOMPLETE',
      'INSPECTION_FAILED_PIECES',
      'INSPECTION_STEP_WRONG',
    ],
  }),
  photo: route({
    ...photo,
    method: 'GET',
    path: '/global/staff/inspection/photo/{photoId}',
    access: 'staff',
    right: 'orders.read',
    summary: 'A photo of any inspection',
    params: photoParams,
  }),
  report: route({
    ...report,
    method: 'GET',
    path: '/global/staff/inspection/{inspectionId}/report',
    access: 'staff',
    right: 'orders.read',
    summary: 'The report of a concluded inspection as a PDF, in the language of the request',
    params: inspectionParams,
    limits: [{ by: 'session', max: 120, windowSeconds: 600 }],
  }),
}

/** What customers see of it, once it is concluded. */
export const inspectionRoutes = {
  ofOrder: route({
    method: 'GET',
    path: '/global/order/{orderId}/inspection',
    access: 'customer',
    summary: 'The concluded inspections of an order, line by line',
    params: orderParams,
    output: z.strictObject({ inspections: z.array(customerInspectionView) }),
    errors: ['NOT_FOUND'],
  }),
  photo: route({
    ...photo,
    method: 'GET',
    path: '/global/inspection/photo/{photoId}',
    access: 'customer',
    summary: 'A photo of a concluded inspection of one of the caller’s orders',
    params: photoParams,
  }),
  report: route({
    ...report,
    method: 'GET',
    path: '/global/inspection/{inspectionId}/report',
    access: 'customer',
    summary: 'The report of a concluded inspection as a PDF, in the language of the request',
    params: inspectionParams,
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
}
