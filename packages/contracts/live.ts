import { maxFollowed } from '@cotation/domain'
import { z } from 'zod'
import { linkKey } from './payment.ts'
import { route } from './route.ts'

const ids = z.array(z.uuid('INVALID_VALUE')).max(maxFollowed, 'TOO_MANY').default([])

/**
 * Says what changed, not how: the page reads it again with its usual call. `topic` is
 * `project:<id>`, `order:<id>` (with its payments, parcels, additional costs and claims),
 * `reload:<id>` or `link`. The first event of a stream has no topic: whatever changed before it may
 * have been missed.
 */
export const liveEvent = z.strictObject({
  topic: z.string().nullable(),
  /** The revision that a project has now. */
  revision: z.int().nullable(),
})

export type LiveEvent = z.output<typeof liveEvent>

const follow = { method: 'POST', output: { events: liveEvent }, errors: ['NOT_FOUND', 'RATE_LIMITED'] } as const

export const liveRoutes = {
  follow: route({
    ...follow,
    path: '/global/live',
    access: 'visitor',
    summary: 'Streams which of the caller’s projects, orders and reloads change',
    body: z
      .strictObject({ projectIds: ids, orderIds: ids, reloadIds: ids })
      .refine(({ projectIds, orderIds, reloadIds }) => projectIds.length + orderIds.length + reloadIds.length > 0, {
        error: 'REQUIRED',
        path: ['projectIds'],
      }),
    limits: [{ by: 'session', max: 600, windowSeconds: 600 }],
  }),
  followLink: route({
    ...follow,
    path: '/global/live/link',
    access: 'public',
    summary: 'Streams changes of the bill of a payment link',
    body: z.strictObject({ key: linkKey }),
    limits: [{ by: 'ip', max: 600, windowSeconds: 600 }],
  }),
}
