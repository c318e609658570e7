import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

async function anOrder(app: TestApp, browser: Browser): Promise<{ orderId: string }> {
  const { id: orderId } = await anOrderIn(app, await customerOf(app, browser), 'paid')
  return { orderId }
}

const body = { text: 'Quand part-elle ?' }

export const orderMessageSamples = routeSamples(anOrder, {
  'GET /global/order/{orderId}/message': (params) => ({ params }),
  'POST /global/order/{orderId}/message': (params) => ({ params, body }),
})

export const orderMessageStaffSamples = routeSamples(anOrder, {
  'GET /global/staff/order/{orderId}/message': (params) => ({ params }),
  'POST /global/staff/order/{orderId}/note': (params) => ({ params, body }),
  'POST /global/staff/order/{orderId}/message': (params) => ({ params, body: { ...body, seenId: null } }),
})
