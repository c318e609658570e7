import type { FailedJobView, QueueView } from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

export const aQueue = (traits: Partial<QueueView>): QueueView => ({
  name: 'order-mail',
  waiting: 0,
  retrying: 0,
  active: 0,
  failed: 0,
  schedule: null,
  everySeconds: null,
  lastRun: null,
  ...traits,
})

export const aFailedJob = (traits: Partial<FailedJobView> = {}): FailedJobView => ({
  id: uuid(),
  queue: 'store-upload',
  enqueuedAt: '2026-11-16T08:00:00.000Z',
  failedAt: '2026-11-18T08:00:00.000Z',
  attempts: 6,
  error: 'Error ENOSPC',
  about: [{ name: 'uploadId', id: 'f4a1' }],
  ...traits,
})
