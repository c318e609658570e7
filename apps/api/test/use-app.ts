import { afterAll, beforeAll, test } from 'vitest'
import { severalVisitors, startApp, startTime, type TestApp } from './app.ts'

/** The app of a test file: started before its tests and closed after them. */
export function useApp(...settings: Parameters<typeof startApp>): TestApp {
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await startApp(...settings))
  })
  afterAll(() => app.close())
  return app
}

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures that this one needs.
const workerTest = test.extend('shared', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const shared = await startApp(severalVisitors)
  onCleanup(() => shared.close())
  return shared
})

/**
 * One app for all files of a worker that use it, because a start takes longer than many a file. For tests that create
 * their own customers, count no rows of others, and change neither settings nor catalogues. Not for tests that check
 * the whole ledger: builders write payments without postings. Clock, mails and rate limits start afresh in every file.
 */
export function useSharedApp(): TestApp {
  const app = {} as TestApp
  workerTest.beforeAll(async ({ shared }) => {
    shared.clock.now = new Date(startTime)
    await shared.deps.db.deleteFrom('mailbox_message').execute()
    await shared.deps.db.deleteFrom('rate_limit').execute()
    Object.assign(app, shared)
  })
  return app
}
