import { randomBytes } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf } from '#test/builders.ts'
import { insertRow } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** Another session of the same customer, and a passkey beside another, which is not the last factor. */
async function waysIn(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  await aBrowserOf(app, customerId)
  const { data } = await browser.call('GET /global/account/sessions', {})
  const other = data.sessions.find(({ isCurrent }) => !isCurrent)

  await aPasskey(app, customerId)
  return { sessionId: other?.id, passkeyId: await aPasskey(app, customerId) }
}

const aPasskey = (app: TestApp, customerId: string) =>
  insertRow(app.deps.db, 'passkey', {
    customer_id: customerId,
    credential_id: randomBytes(16),
    public_key: randomBytes(16),
    name: 'Clé',
    sign_count: 0,
    created_at: app.clock.now,
  })

export const sessionSamples = routeSamples(waysIn, {
  'GET /global/account/sessions': () => ({}),
  'DELETE /global/account/session/{sessionId}': ({ sessionId }) => ({ params: { sessionId } }),
  'DELETE /global/account/secondFactor/passkey/{passkeyId}': ({ passkeyId }) => ({ params: { passkeyId } }),
})
