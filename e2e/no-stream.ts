import type { BrowserContext } from '@playwright/test'

/**
 * Refuses the stream of changes, so that pages poll: with an open answer the network would never be
 * idle.
 */
export async function refuseStream(context: BrowserContext): Promise<void> {
  for (const stream of ['**/gateway/global/live**', '**/gateway/global/staff/**/live'])
    await context.route(stream, (route) => route.fulfill({ status: 404, json: {} }))
}
