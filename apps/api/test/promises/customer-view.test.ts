import { isViewable } from '@cotation/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { customerSamples } from './callers.ts'
import { aCompany, customerOf } from './customers.ts'
import { answerTo, routes } from './input-paths.ts'
import { quoteSamples } from './quote-samples.ts'
import { inputsOfAll, type SampleInput } from './route-samples.ts'
import { storedRows } from './stored-rows.ts'

/** Written by hand, so that the author of a new GET must decide whether staff may look at it. */
const hidden = [
  'GET /global/account/balance/export/{list}',
  'GET /global/account/balance/reload/{reloadId}',
  'GET /global/account/deletion',
  'GET /global/account/distribution/access',
  'GET /global/account/export',
  'GET /global/account/export/download/{ticket}',
  'GET /global/account/logout',
  'GET /global/account/quick',
  'GET /global/account/quick/loginUrl',
  'GET /global/account/referral',
  'GET /global/account/secondFactor',
  'GET /global/account/sessions',
  'GET /global/order/export',
  'GET /global/payment/additional-cost/{costId}',
  'GET /global/payment/order/{orderId}',
  'GET /global/tools/captchaAudio',
  'GET /global/tools/captchaImage',
  'GET /global/upload/{uploadId}/content',
]

/** Calls that refuse their sample: public data, and loyalty, which companies do not have. */
const unanswered: Record<string, number> = {
  'GET /global/account/image/{imageId}': 422,
  'GET /global/catalogue/version': 422,
  'GET /global/loyalty': 403,
  'GET /global/quote/thumbnail/{thumbnailKey}': 404,
  'GET /global/tools/countryList': 422,
}

const others = routes.filter(({ route }) => route.access !== 'staff')
const refused = others.filter(({ route }) => !isViewable(route)).map(({ key }) => key)
const shown = others.filter(({ route }) => isViewable(route)).map(({ key }) => key)

let app: TestApp
let customer: Browser
let viewer: Browser
let inputs: Record<string, SampleInput>

beforeAll(async () => {
  app = await startApp(severalVisitors)
  customer = await aCompany(app)
  inputs = await inputsOfAll([...customerSamples, quoteSamples], app, customer)

  const { data: view } = await customer.call('POST /global/account/view/code', {})
  const staff = await aStaffBrowser(app)
  const { data } = await staff.call('POST /global/staff/customer/{customerId}/view', {
    params: { customerId: await customerOf(app, customer) },
    body: { code: view.code, reason: 'Facture introuvable' },
  })
  viewer = Object.assign(app.browser(), { token: data.accessToken })
})

afterAll(() => app.close())

describe('staff who look at a customer’s side', () => {
  it('are refused every write and every hidden GET, and nothing changes', async () => {
    const before = await storedRows(app)
    for (const key of refused) {
      const { status, body } = await answerTo(viewer, key, inputs[key] ?? { params: {} })
      expect([key, status, JSON.parse(body).code]).toEqual([key, 403, 'VIEW_ONLY'])
    }
    expect(await storedRows(app)).toEqual(before)
  })

  it('may make no other call than GETs, except the hidden ones', () => {
    expect(shown.filter((key) => !key.startsWith('GET '))).toEqual([])
    expect(refused.filter((key) => key.startsWith('GET ')).sort()).toEqual(hidden)
  })

  it.each(shown)('%s answers them as the customer, and changes nothing', async (key) => {
    const input = inputs[key] ?? { params: {} }
    const before = await storedRows(app)
    const { status } = await answerTo(viewer, key, input)
    expect(await storedRows(app)).toEqual(before)
    expect(status).toBe((await answerTo(customer, key, input)).status)
    // A refused sample would change nothing either.
    expect(status).toBe(unanswered[key] ?? 200)
  })
})
