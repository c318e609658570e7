import { z } from 'zod'
import { nothing } from './fields.ts'
import { time } from './paging.ts'
import { route } from './route.ts'

/** The failed jobs that one answer lists; the counts of the queues cover all. */
export const maxFailedJobs = 200

/** A queue of background jobs. */
export const queueView = z.strictObject({
  name: z.string(),
  /** Due or planned, and not yet started. */
  waiting: z.int(),
  /** How many of the waiting ones failed before and are retried. */
  retrying: z.int(),
  active: z.int(),
  /** Given up. */
  failed: z.int(),
  /** Cron in UTC; null if it does not run by the calendar. */
  schedule: z.string().nullable(),
  /** Seconds between two runs; null if it does not run at an interval. */
  everySeconds: z.int().nullable(),
  /** Null if no run is known: finished jobs are kept for a week. */
  lastRun: z.strictObject({ at: time, hasFailed: z.boolean() }).nullable(),
})

export type QueueView = z.output<typeof queueView>

/** A job that was given up. */
export const failedJobView = z.strictObject({
  id: z.uuid(),
  queue: z.string(),
  enqueuedAt: time,
  failedAt: time,
  attempts: z.int(),
  /** Codes that say why. */
  error: z.string(),
  /** The ids in its payload, by name: what it is about. */
  about: z.array(z.strictObject({ name: z.string(), id: z.string() })),
})

export type FailedJobView = z.output<typeof failedJobView>

export const jobRoutes = {
  list: route({
    method: 'GET',
    path: '/global/staff/job',
    access: 'staff',
    right: 'jobs.run',
    summary: 'The queues of background jobs, their schedules and last runs, and the newest jobs that were given up',
    output: z.strictObject({ queues: z.array(queueView), failed: z.array(failedJobView) }),
    errors: [],
  }),
  retry: route({
    method: 'POST',
    path: '/global/staff/job/{jobId}/retry',
    access: 'staff',
    right: 'jobs.run',
    summary: 'Runs a job again that was given up',
    params: z.strictObject({ jobId: z.uuid('INVALID_VALUE') }),
    output: nothing,
    errors: ['NOT_FOUND'],
    limits: [{ by: 'session', max: 600, windowSeconds: 600 }],
  }),
}
