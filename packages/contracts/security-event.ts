import { securityEventKinds } from '@cotation/domain'
import { z } from 'zod'
import { time } from './paging.ts'
import { route } from './route.ts'

export const securityEventView = z.strictObject({
  id: z.string(),
  at: time,
  /** One of `securityEventKinds`, or one that a newer release has recorded. */
  kind: z.string(),
  customerId: z.uuid().nullable(),
  staffId: z.uuid().nullable(),
  /** A keyed hash: equal for equal networks of this installation. Empty for the command line. */
  network: z.string(),
  /** A route, a sign-in service or an error code. */
  detail: z.string(),
  /** More than one for repeats of an event within a minute. */
  count: z.int(),
})

export type SecurityEventView = z.output<typeof securityEventView>

const id = z.uuid('INVALID_VALUE').optional()
const moment = z.iso.datetime('INVALID_VALUE').optional()

export const securityEventQuery = z.strictObject({
  customerId: id,
  staffId: id,
  kind: z.enum(securityEventKinds, 'INVALID_VALUE').optional(),
  network: z
    .string()
    .regex(/^[\w-]{22}$/, 'INVALID_VALUE')
    .optional(),
  from: moment,
  until: moment,
  /** The `next` of the page before. */
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'INVALID_VALUE')
    .optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
})

export const securityEventRoutes = {
  list: route({
    method: 'GET',
    path: '/global/staff/security-event',
    access: 'staff',
    right: 'audit.read',
    summary: 'Security events of the last 90 days, the newest first',
    query: securityEventQuery,
    output: z.strictObject({
      events: z.array(securityEventView),
      /** For the next page; null on the last one. */
      next: z.string().nullable(),
    }),
    errors: [],
  }),
}
