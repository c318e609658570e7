import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf } from '#test/builders.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** Another session of the same customer. */
async function otherSessionOf(app: TestApp, browser: Browser) {
  await aBrowserOf(app, await customerOf(app, browser))
  const { data } = await browser.call('GET /global/account/sessions', {})
  const other = data.sessions.find(({ isCurrent }) => !isCurrent)
  return { sessionId: other?.id }
}

export const sessionSamples = routeSamples(otherSessionOf, {
  'GET /global/account/sessions': () => ({}),
  'DELETE /global/account/session/{sessionId}': ({ sessionId }) => ({ params: { sessionId } }),
})
