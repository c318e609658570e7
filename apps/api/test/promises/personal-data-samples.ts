import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { goodPassword } from '#test/builders.ts'
import { anExport } from '#test/personal-data.ts'
import { rowOf } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

async function exportOf(app: TestApp, browser: Browser) {
  const { email } = await rowOf(app, 'customer', { id: await customerOf(app, browser) })
  return { email, exportId: await anExport(browser) }
}

/** Calls of an owner. The deletion itself is blocked by the orders of the other samples. */
export const personalDataSamples = routeSamples(exportOf, {
  'GET /global/account/deletion': () => ({}),
  'POST /global/account/deletion': ({ email }) => ({
    body: { email, password: goodPassword, givenUpMinor: 1 },
  }),
  'GET /global/account/export': () => ({}),
  'POST /global/account/export': () => ({ body: { password: goodPassword } }),
  'POST /global/account/export/{exportId}/ticket': ({ exportId }) => ({ params: { exportId } }),
})

/** Calls that need only a mailed link or a ticket. */
export const dataLinkSamples = routeSamples(async () => 'a', {
  'POST /global/account/deletion/link': (key) => ({ body: { key } }),
  'POST /global/account/deletion/confirm': (key) => ({ body: { key } }),
  'POST /global/account/deletion/link/renew': (key) => ({ body: { key, givenUpMinor: 1 } }),
  'GET /global/account/export/download/{ticket}': (ticket) => ({ params: { ticket } }),
})
