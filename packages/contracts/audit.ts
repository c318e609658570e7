import { auditActions, auditActors, auditSubjectKinds } from '@cotation/domain'
import { z } from 'zod'
import { text } from './fields.ts'
import { time } from './paging.ts'
import { route } from './route.ts'

/** A field that changed; null where it did not exist. Texts are as they are, other values are JSON. */
const change = z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
/** What the reader may know of it by the own rights; null for what no longer exists. The path is below `/staff`. */
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
  /** Of the request, as in the log; empty for tools. */
  requestId: z.string(),
  /** SHA-256 in hexadecimal digits. */
  hash: z.string(),
})

export type AuditEntryView = z.output<typeof auditEntryView>

/** What the last verification found. */
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

/** A calendar day in the shop's time zone. */
const shopDay = z.iso.date('INVALID_VALUE').optional()

const filters = {
  staffId: z.uuid('INVALID_VALUE').optional(),
  action: z.enum(auditActions, 'INVALID_VALUE').optional(),
  subjectKind: z.enum(auditSubjectKinds, 'INVALID_VALUE').optional(),
  subjectId: text(100).optional(),
  from: shopDay,
  /** Included. */
  until: shopDay,
}

export const auditFilter = z.strictObject(filters)

export const auditQuery = z.strictObject({
  ...filters,
  /** The `next` of the page before. */
  before: z.coerce.number('INVALID_VALUE').int('INVALID_VALUE').min(1).max(1_000_000_000_000).optional(),
  pageSize: z.coerce.number('INVALID_VALUE').int('INVALID_VALUE').min(1).max(100).default(50),
})

const read = { method: 'GET', access: 'staff', right: 'audit.read', errors: [] } as const

export const auditRoutes = {
  list: route({
    ...read,
    path: '/global/staff/audit',
    summary: 'What staff and tools did, the newest first, with the state of the last verification',
    query: auditQuery,
    output: z.strictObject({
      entries: z.array(auditEntryView),
      /** For the next page; null on the last one. */
      next: z.int().nullable(),
      /** Null before the first one. */
      verification: auditVerificationView.nullable(),
      /** Everyone who can be filtered by. */
      people: z.array(person),
    }),
  }),
  export: route({
    ...read,
    path: '/global/staff/audit/export',
    stepUp: true,
    summary: 'The newest 20,000 matching entries as CSV; the download is itself an entry',
    query: auditFilter,
    output: { bytes: ['text/csv; charset=utf-8'] },
    limits: [{ by: 'session', max: 30, windowSeconds: 600 }],
  }),
}
