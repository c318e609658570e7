import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { insertRow } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

async function anOrder(app: TestApp, browser: Browser): Promise<{ orderId: string }> {
  const { id: orderId } = await anOrderIn(app, await customerOf(app, browser), 'paid')
  return { orderId }
}

/** An order about which its customer has written. */
async function anAskedOrder(app: TestApp, browser: Browser) {
  const { orderId } = await anOrder(app, browser)
  const asked = { order_id: orderId, staff_id: null, is_visible: true, awaits_answer: true, text: 'Quand part-elle ?' }
  const seenId = await insertRow(app.deps.db, 'order_message', { ...asked, at: app.clock.now })
  return { orderId, seenId }
}

const body = { text: 'Quand part-elle ?' }

export const orderMessageSamples = routeSamples(anOrder, {
  'GET /global/order/{orderId}/message': (params) => ({ params }),
  'POST /global/order/{orderId}/message': (params) => ({ params, body }),
})

export const orderMessageStaffSamples = routeSamples(anAskedOrder, {
  'GET /global/staff/order/{orderId}/message': ({ orderId }) => ({ params: { orderId } }),
  'POST /global/staff/order/{orderId}/note': ({ orderId }) => ({ params: { orderId }, body }),
  'POST /global/staff/order/{orderId}/message': ({ orderId, seenId }) => ({
    params: { orderId },
    body: { ...body, seenId },
  }),
})
