import { randomBytes } from 'node:crypto'
import { secretHash } from '#core/secrets.ts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aStaffBrowser } from '#test/builders.ts'
import { insertRow, rowOf } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** Another session of the same customer, and a passkey beside another, which is not the last factor. */
async function waysIn(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  await aBrowserOf(app, customerId)
  const { data } = await browser.call('GET /global/account/sessions', {})
  const other = data.sessions.find(({ isCurrent }) => !isCurrent)

  await aPasskey(app, customerId)
  return { sessionId: other?.id, passkeyId: await aPasskey(app, customerId), viewId: await aView(app, customerId) }
}

/** A member of staff looks at the account. */
async function aView(app: TestApp, customerId: string): Promise<string> {
  const staff = await aStaffBrowser(app)
  const sessionHash = secretHash(staff.token ?? '')
  const { staff_id } = await rowOf(app, 'session', { token_hash: sessionHash })
  return insertRow(app.deps.db, 'customer_view', {
    token_hash: randomBytes(32),
    customer_id: customerId,
    staff_id: String(staff_id),
    session_hash: sessionHash,
    reason: 'Facture introuvable',
    started_at: app.clock.now,
    expires_at: new Date(app.clock.now.getTime() + 1_800_000),
  })
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
  'GET /global/account/view': () => ({}),
  'POST /global/account/view/{viewId}/end': ({ viewId }) => ({ params: { viewId } }),
  'DELETE /global/account/session/{sessionId}': ({ sessionId }) => ({ params: { sessionId } }),
  'DELETE /global/account/secondFactor/passkey/{passkeyId}': ({ passkeyId }) => ({ params: { passkeyId } }),
})
