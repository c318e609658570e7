import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aCoupon } from '#test/orders/orders.ts'
import { insertRow, updateRows } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

const someWord = () => `C${randomUUID().replaceAll('-', '').slice(0, 12)}`

/** A customer with an invitation and a reward. */
async function programmeOf(app: TestApp, browser: Browser): Promise<string> {
  const customerId = await customerOf(app, browser)
  await insertRow(app.deps.db, 'referral_invitation', {
    referrer_id: customerId,
    email: `${someWord().toLowerCase()}@example.com`,
    language: 'fr',
    created_at: app.clock.now,
  })
  const couponId = await aCoupon(app, customerId)
  await updateRows(app, 'coupon', { id: couponId }, { source: `referral:${randomUUID()}` })
  return someWord()
}

const page = { query: { page: '1', pageSize: '20' } }

export const referralSamples = routeSamples(programmeOf, {
  'GET /global/account/referral': () => ({}),
  'GET /global/account/referral/friends': () => page,
  'PATCH /global/account/referral/code': (word) => ({ body: { code: word } }),
  'POST /global/account/referral/invitation': (word) => ({ body: { email: `${word}@example.com`, language: 'fr' } }),
  'GET /global/account/referral/code': (word) => ({ query: { code: word } }),
})
