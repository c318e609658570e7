import { auditActors } from '@cotation/domain'
import { z } from 'zod'
import { time } from './paging.ts'
import { route } from './route.ts'

/** A field that changed; null where it did not exist. Texts as they are, other values as JSON. */
const change = z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
/**
 * What the reader's rights allow to know of it; null for what no longer exists. The path is below
 * `/staff`.
 */
const named = z.strictObject({ name: z.string(), path: z.string().nullable() }).nullable()
const person = z.strictObject({ id: z.uuid(), name: z.string() })

/** What a member of staff or a tool did. */
export const auditEntryView = z.strictObject({
  /** Without gaps, from 1. */
  position: z.int(),
  at: time,
  actor: z.enum(auditActors),
  /** Null for tools and the server itself. */
  staff: person.nullable(),
  /** One of `auditActions`, or one that a newer release has recorded. */
  action: z.string(),
  subject: z.strictObject({ kind: z.string(), id: z.string(), named }),
  customer: z.strictObject({ id: z.uuid(), named }).nullable(),
  changes: z.array(change),
  /** Empty if none was given; null if it was erased with its customer. */
  reason: z.string().nullable(),
  /** Id of the request, as in the log; empty for tools. */
  requestId: z.string(),
  /** SHA-256 in hexadecimal digits. */
  hash: z.string(),
})

export type AuditEntryView = z.output<typeof auditEntryView>

/** The newest verification, or one before that found a break which is still there. */
export const auditVerificationView = z.strictObject({
  at: time,
  /** The last entry that was verified. */
  position: z.int(),
  isWhole: z.boolean(),
  /** The first entry that is wrong; null if the chain is unbroken. */
  brokenAt: z.int().nullable(),
  fault: z.string().nullable(),
})

export type AuditVerificationView = z.output<typeof auditVerificationView>

const read = { method: 'GET', access: 'staff', right: 'audit.read' } as const

/** The entries themselves are the list `audit`. */
export const auditRoutes = {
  entry: route({
    ...read,
    path: '/global/staff/audit/entry/{position}',
    summary: 'An entry of the audit with everything that changed',
    params: z.strictObject({ position: z.string().regex(/^[1-9]\d{0,14}$/, 'INVALID_VALUE') }),
    output: auditEntryView,
    errors: ['NOT_FOUND'],
  }),
  verification: route({
    ...read,
    path: '/global/staff/audit/verification',
    summary: 'What the verification of the audit found, also earlier if it is not repaired',
    output: z.strictObject({
      /** Null before the first one. */
      verification: auditVerificationView.nullable(),
    }),
    errors: [],
  }),
}
