import type { BrowserContext } from '@playwright/test'

/**
 * Refuses the stream of changes, so that pages poll: with an open answer the network would never be
 * idle.
 */
export async function refuseStream(context: BrowserContext): Promise<void> {
  await context.route('**/gateway/global/live*', (route) => route.fulfill({ status: 404, json: {} }))
}
