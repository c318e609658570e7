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
 * Shared by all files of a worker, because a start is slower than many files. For tests that create
 * their own customers, count no others' rows, and change no settings or catalogues. Not for checks
 * of the whole ledger: builders write payments without postings. Resets clock, mails and limits.
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
