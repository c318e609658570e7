import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { aProject } from '#test/quote/quotes.ts'
import { customerOf } from './customers.ts'
import { aReload } from './payment-samples.ts'
import { routeSamples } from './route-samples.ts'

/** A project, an order with a payment link, and a reload. */
async function followedOf(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  const { id: orderId } = await anOrderIn(app, customerId)
  const { data: link } = await browser.call('POST /global/payment/order/{orderId}/link', {
    params: { orderId },
    body: {},
  })
  const { id: reloadId } = await aReload(browser)
  const { id: projectId } = await aProject(browser)

  return { projectIds: [projectId], orderIds: [orderId], reloadIds: [reloadId], key: link.key }
}

export const liveSamples = routeSamples(followedOf, {
  'POST /global/live': ({ projectIds, orderIds, reloadIds }) => ({ body: { projectIds, orderIds, reloadIds } }),
  'POST /global/live/link': ({ key }) => ({ body: { key } }),
})
