import { lossReasons, maxTrayPieces, printStations, trayStates } from '@cotation/domain'
import { z } from 'zod'
import { day, time } from './paging.ts'
import { agoSeconds, remakeView } from './production.ts'
import { route } from './route.ts'

const space = z.tuple([z.number(), z.number(), z.number()])

const load = {
  station: z.enum(printStations),
  materialId: z.string(),
  colourId: z.string(),
  /** Names in the language of the request. */
  material: z.string(),
  colour: z.string(),
  /** Length, width and height of the build volume. */
  spaceMm: space,
}

const printedPart = {
  /** The printing step of a run. */
  stepId: z.uuid(),
  runCode: z.string(),
  orderId: z.uuid(),
  orderNumber: z.string(),
  name: z.string(),
  quantity: z.int(),
  /** When printing is due. */
  dueDay: day,
  promisedDay: day,
  isRemake: z.boolean(),
  sizeMm: z.array(z.number()),
  volumeMm3: z.number(),
}

/** Pieces that wait for a tray. */
export const trayCandidate = z.strictObject({
  ...printedPart,
  /** How many of them the proposal takes. */
  proposed: z.int(),
})

export type TrayCandidate = z.output<typeof trayCandidate>

/** What can be printed together. */
export const trayGroup = z.strictObject({ ...load, parts: z.array(trayCandidate) })

export type TrayGroup = z.output<typeof trayGroup>

export const trayContent = z.strictObject({
  ...printedPart,
  /** False once the order was refunded: these pieces are not wanted any more. */
  isMade: z.boolean(),
  /** How many were good, once the tray is closed. Null until then, and for unwanted pieces. */
  good: z.int().nullable(),
  /** The code of the run that makes the lost ones again. */
  remakeCode: z.string().nullable(),
})

export const trayView = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  state: z.enum(trayStates),
  ...load,
  openedBy: z.string(),
  openedAt: time,
  startedBy: z.string().nullable(),
  startedAt: time.nullable(),
  closedBy: z.string().nullable(),
  closedAt: time.nullable(),
  /** Why pieces were lost. */
  reason: z.enum(lossReasons).nullable(),
  contents: z.array(trayContent),
})

export type TrayView = z.output<typeof trayView>

/** What the failure of a tray means for an order. */
export const trayHit = z.strictObject({
  orderId: z.uuid(),
  orderNumber: z.string(),
  customer: z.string(),
  /** Pieces that are made again. */
  quantity: z.int(),
  /** The promised day of dispatch. */
  promisedDay: day,
  /** When the new pieces are ready. */
  plannedDay: day,
  /** The promise breaks, and the customer gets a mail. */
  isLate: z.boolean(),
})

export type TrayHit = z.output<typeof trayHit>

const closedTray = z.strictObject({ tray: trayView, remakes: z.array(remakeView) })

const trayParams = z.strictObject({ code: z.string('REQUIRED').regex(/^P\d{6,12}$/, 'INVALID_VALUE') })
const key = z.uuid('INVALID_VALUE')
const reason = z.enum(lossReasons, 'INVALID_VALUE')
const stepId = z.uuid('INVALID_VALUE')
const pieces = z.int('INVALID_VALUE').max(maxTrayPieces, 'INVALID_VALUE')
const maxEntries = 500

/** Each step once. */
const isDistinct = (entries: readonly { stepId: string }[]) =>
  new Set(entries.map((entry) => entry.stepId)).size === entries.length

/** Trays: what a printing machine makes in one job. */
export const trayRoutes = {
  candidates: route({
    method: 'GET',
    path: '/global/staff/tray-candidate',
    access: 'staff',
    right: 'production.read',
    summary: 'Pieces that wait for printing, by what can share a tray, with a proposal for each (at most 500 runs)',
    output: z.strictObject({ groups: z.array(trayGroup), hasMore: z.boolean() }),
    errors: [],
  }),
  open: route({
    method: 'POST',
    path: '/global/staff/tray',
    access: 'staff',
    right: 'production.work',
    summary: 'Opens a tray with pieces of one machine, material and colour (idempotent by key)',
    body: z.strictObject({
      /** Made by the browser: a repeat under the same key opens no second tray. */
      key,
      contents: z
        .array(z.strictObject({ stepId, quantity: pieces.min(1, 'INVALID_VALUE') }))
        .min(1, 'REQUIRED')
        .max(maxEntries, 'TOO_LONG')
        .refine(isDistinct, 'INVALID_VALUE'),
    }),
    output: trayView,
    errors: [
      'NOT_FOUND',
      'ORDER_STATE',
      'STEP_WAITING',
      'TRAY_MIXED',
      'TRAY_PIECES',
      'WORK_HELD',
      'ORDER_STOPPED',
      'QUOTA_EXCEEDED',
    ],
  }),
  view: route({
    method: 'GET',
    path: '/global/staff/tray/{code}',
    access: 'staff',
    right: 'production.read',
    summary: 'A tray with its pieces',
    params: trayParams,
    output: trayView,
    errors: ['NOT_FOUND'],
  }),
  change: route({
    method: 'POST',
    path: '/global/staff/tray/{code}/content',
    access: 'staff',
    right: 'production.work',
    summary: 'Sets how many pieces of some runs are in an open tray; 0 takes them out',
    params: trayParams,
    body: z.strictObject({
      /** Only lowers quantities: a late or repeated report must not put back what a colleague took out. */
      isTakeOut: z.boolean('INVALID_VALUE').default(false),
      contents: z
        .array(z.strictObject({ stepId, quantity: pieces.min(0, 'INVALID_VALUE') }))
        .min(1, 'REQUIRED')
        .max(maxEntries, 'TOO_LONG')
        .refine(isDistinct, 'INVALID_VALUE'),
    }),
    output: trayView,
    errors: [
      'NOT_FOUND',
      'ORDER_STATE',
      'STEP_WAITING',
      'TRAY_MIXED',
      'TRAY_PIECES',
      'TRAY_STATE',
      'WORK_HELD',
      'ORDER_STOPPED',
      'QUOTA_EXCEEDED',
    ],
  }),
  start: route({
    method: 'POST',
    path: '/global/staff/tray/{code}/start',
    access: 'staff',
    right: 'production.work',
    summary: 'Starts the printing of a tray, and with it the steps of its pieces (idempotent by key)',
    params: trayParams,
    body: z.strictObject({
      key,
      agoSeconds,
      /** What was loaded: refused if the tray has other contents by now. */
      contents: z
        .array(z.strictObject({ stepId, quantity: pieces.min(1, 'INVALID_VALUE') }))
        .max(maxEntries, 'TOO_LONG')
        .refine(isDistinct, 'INVALID_VALUE'),
    }),
    output: trayView,
    errors: [
      'NOT_FOUND',
      'TRAY_CHANGED',
      'TRAY_CLOSED',
      'TRAY_EMPTY',
      'TRAY_ORDER_ENDED',
      'TRAY_PIECES',
      'WORK_HELD',
      'ORDER_STOPPED',
    ],
  }),
  done: route({
    method: 'POST',
    path: '/global/staff/tray/{code}/done',
    access: 'staff',
    right: 'production.work',
    summary: 'Reports a tray as printed (idempotent by key); lost pieces of it are made again',
    params: trayParams,
    body: z.strictObject({
      key,
      agoSeconds,
      lost: z
        .array(z.strictObject({ stepId, quantity: pieces.min(1, 'INVALID_VALUE') }))
        .max(maxEntries, 'TOO_LONG')
        .refine(isDistinct, 'INVALID_VALUE')
        .default([]),
      /** Cause of the lost pieces. */
      reason: reason.nullable().default(null),
    }),
    output: closedTray,
    errors: ['NOT_FOUND', 'STEP_QUANTITY', 'TRAY_CLOSED', 'TRAY_STATE'],
  }),
  failure: route({
    method: 'GET',
    path: '/global/staff/tray/{code}/failure',
    access: 'staff',
    right: 'production.read',
    summary: 'Each order that the failure of a tray would hit, with the day when the new pieces would be ready',
    params: trayParams,
    output: z.strictObject({ hits: z.array(trayHit) }),
    errors: ['NOT_FOUND', 'TRAY_STATE'],
  }),
  fail: route({
    method: 'POST',
    path: '/global/staff/tray/{code}/fail',
    access: 'staff',
    right: 'production.work',
    summary:
      'Reports a tray as failed (idempotent by key): all its pieces are made again, and customers whose promised day breaks get a mail',
    params: trayParams,
    body: z.strictObject({ key, reason }),
    output: closedTray.extend({ hits: z.array(trayHit) }),
    errors: ['NOT_FOUND', 'TRAY_CLOSED', 'TRAY_STATE'],
  }),
  model: route({
    method: 'GET',
    path: '/global/staff/tray/{code}/model',
    access: 'staff',
    right: 'production.read',
    summary: 'The pieces of a tray with their names and quantities as 3MF',
    params: trayParams,
    output: { bytes: ['model/3mf'] },
    errors: ['NOT_FOUND', 'TRAY_EMPTY', 'TRAY_MODEL_MISSING'],
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
}
