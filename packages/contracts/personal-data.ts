import { deletionObstacles, exportStates, languages, obstacleRemedies } from '@cotation/domain'
import { z } from 'zod'
import { email, knownPassword, made, mailKey, requiredReason } from './fields.ts'
import { pagingBody, time } from './paging.ts'
import { type Limit, route } from './route.ts'

/** Something to settle first, and how. */
export const obstacleView = z.strictObject({
  kind: z.enum(deletionObstacles),
  /** Of the order, claim, additional cost, reload, payment or refund; of an amount owed, its account. */
  id: z.uuid(),
  /** Number on documents and pages: for an accepted claim, its work order number. */
  number: z.string().nullable(),
  /** The order that it is about. */
  order: z.strictObject({ id: z.uuid(), number: z.string() }).nullable(),
  /** In US cents. Of an additional cost, what is left to pay. */
  amountMinor: z.int().nullable(),
  /** What was received of an additional cost, in US cents; 0 for anything else. */
  receivedMinor: z.int(),
  remedy: z.enum(obstacleRemedies),
  /** When it ends, or expires, without the customer. */
  endsAt: time.nullable(),
})

export type ObstacleView = z.output<typeof obstacleView>

const deletionRequest = z.strictObject({ requestedAt: time, expiresAt: time, givenUpMinor: z.int() })

export const deletionView = z.strictObject({
  email: z.string(),
  hasPassword: z.boolean(),
  /** In US cents; above zero it is also an obstacle, unless it is given up. */
  balanceMinor: z.int(),
  points: z.int(),
  obstacles: z.array(obstacleView),
  /** The request that waits for its confirmation by mail. */
  request: deletionRequest.nullable(),
})

export type DeletionView = z.output<typeof deletionView>

/** What the holder of the mailed link sees: enough to recognise the account, and what it loses. */
export const deletionLinkView = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('open'),
    /** "m•••n@example.org" */
    maskedEmail: z.string(),
    /** What the confirmation gives up, in US cents; more than `givenUpMinor` blocks it. */
    balanceMinor: z.int(),
    /** What the customer agreed to give up, in US cents. */
    givenUpMinor: z.int(),
    points: z.int(),
    expiresAt: time,
    obstacles: z.array(obstacleView),
  }),
  z.strictObject({ state: z.literal('deleted') }),
])

export type DeletionLinkView = z.output<typeof deletionLinkView>

/** The password of the account; absent only if the account has none. */
const proof = { password: knownPassword().optional() }

/** The whole balance (US cents) that is given up in writing. */
const givenUpMinor = z.int('GIVE_UP_REQUIRED').min(1, 'INVALID_VALUE').max(100_000_000_00, 'INVALID_VALUE')

export const requestDeletionBody = z.strictObject({
  ...proof,
  /** The account's address, typed again by hand. */
  email,
  givenUpMinor: givenUpMinor.optional(),
})

export const renewDeletionBody = z.strictObject({ key: mailKey, givenUpMinor })

export const requestExportBody = z.strictObject(proof)

const exportView = z.strictObject({
  id: z.uuid(),
  state: z.enum(exportStates),
  /** Percent. */
  progress: z.int().min(0).max(100),
  language: z.enum(languages),
  requestedAt: time,
  /** Until then the file can be downloaded. */
  expiresAt: time.nullable(),
  bytes: z.int().nullable(),
})

export type ExportView = z.output<typeof exportView>

export const exportsView = z.strictObject({ latest: exportView.nullable() })

/** Each try of a password counts. What succeeds is limited further by the server. */
const proofLimits = [{ by: 'session', max: 20, windowSeconds: 900 }] as const satisfies readonly Limit[]
const linkLimits = [{ by: 'ip', max: 60, windowSeconds: 3600 }] as const satisfies readonly Limit[]

export const personalDataRoutes = {
  deletion: route({
    method: 'GET',
    path: '/global/account/deletion',
    access: 'customer',
    ownOnly: true,
    summary: "What blocks the deletion of the caller's account, and a request that waits for its confirmation",
    output: deletionView,
    errors: [],
  }),
  requestDeletion: route({
    method: 'POST',
    path: '/global/account/deletion',
    access: 'customer',
    summary: "Requests the deletion of the caller's account; a mailed link confirms it within 24 hours",
    body: requestDeletionBody,
    output: deletionView,
    errors: ['PASSWORD_WRONG', 'PASSWORD_REQUIRED', 'NOT_ACTIVATED', 'DELETION_BLOCKED', 'BALANCE_CHANGED'],
    limits: proofLimits,
  }),
  cancelDeletion: route({
    method: 'DELETE',
    path: '/global/account/deletion',
    access: 'customer',
    summary: 'Cancels the request; its link no longer works',
    output: deletionView,
    errors: [],
  }),
  deletionLink: route({
    method: 'POST',
    path: '/global/account/deletion/link',
    access: 'public',
    summary: 'What the mailed link would do now; changes nothing (AUT-4)',
    body: z.strictObject({ key: mailKey }),
    output: deletionLinkView,
    errors: ['DELETION_LINK_INVALID'],
    limits: linkLimits,
  }),
  confirmDeletion: route({
    method: 'POST',
    path: '/global/account/deletion/confirm',
    access: 'public',
    summary: 'Deletes the account with the key of the mail, in any browser; idempotent',
    body: z.strictObject({ key: mailKey }),
    output: z.strictObject({ state: z.literal('deleted') }),
    errors: ['DELETION_LINK_INVALID', 'DELETION_BLOCKED'],
    limits: linkLimits,
  }),
  renewDeletion: route({
    method: 'POST',
    path: '/global/account/deletion/link/renew',
    access: 'public',
    summary: 'Replaces a request whose balance has grown by one for the new balance, and mails its link',
    body: renewDeletionBody,
    output: z.strictObject({ expiresAt: time }),
    errors: ['DELETION_LINK_INVALID', 'DELETION_BLOCKED', 'BALANCE_CHANGED'],
    limits: linkLimits,
  }),
  exports: route({
    method: 'GET',
    path: '/global/account/export',
    access: 'customer',
    ownOnly: true,
    summary: "The latest export of the caller's data",
    output: exportsView,
    errors: [],
  }),
  requestExport: route({
    method: 'POST',
    path: '/global/account/export',
    access: 'customer',
    summary: "Begins an export of the caller's data; a mail says when it is ready",
    body: requestExportBody,
    output: exportsView,
    errors: ['PASSWORD_WRONG', 'PASSWORD_REQUIRED', 'EXPORT_UNDER_WAY'],
    limits: proofLimits,
  }),
  exportTicket: route({
    method: 'POST',
    path: '/global/account/export/{exportId}/ticket',
    access: 'customer',
    summary: 'An address that downloads the export within the next five minutes, without a token',
    params: z.strictObject({ exportId: z.uuid('INVALID_VALUE') }),
    output: z.strictObject({ path: z.string() }),
    errors: ['NOT_FOUND'],
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  downloadExport: route({
    method: 'GET',
    path: '/global/account/export/download/{ticket}',
    access: 'public',
    ownOnly: true,
    summary: 'The ZIP file of an export, by the ticket of its owner',
    params: z.strictObject({ ticket: z.string().regex(/^[\w-]{1,100}$/, 'INVALID_VALUE') }),
    output: { bytes: ['application/zip'] },
    errors: ['NOT_FOUND'],
    limits: linkLimits,
  }),
}

const reason = requiredReason
const ofArchive = {
  method: 'POST',
  access: 'staff',
  right: 'archive.read',
  stepUp: true,
  params: z.strictObject({ customerId: z.uuid('INVALID_VALUE') }),
  errors: ['NOT_FOUND'],
} as const

export const archiveView = z.strictObject({
  archivedAt: time,
  retainUntil: time,
  total: z.int(),
  records: z.array(
    z.strictObject({
      /** A table, or `invoice`. */
      source: z.string(),
      /** The key of the row; of an invoice, the id of its order or additional cost. */
      key: z.string(),
      data: made<Record<string, unknown>>('The columns of the row as they were'),
    }),
  ),
})

export type ArchiveView = z.output<typeof archiveView>

/** The archive of deleted customers. Each call is recorded with its reason. */
export const personalDataStaffRoutes = {
  openArchive: route({
    ...ofArchive,
    path: '/global/staff/archive/{customerId}',
    summary: 'Opens the archive of a deleted customer and records who did so and why',
    body: pagingBody.extend({ reason }),
    output: archiveView,
  }),
  openArchivedInvoice: route({
    ...ofArchive,
    path: '/global/staff/archive/{customerId}/invoice',
    summary: 'Opens an archived invoice as a PDF and records who did so and why',
    body: z.strictObject({ invoiceOf: z.uuid('INVALID_VALUE'), reason }),
    output: { bytes: ['application/pdf'] },
  }),
}
