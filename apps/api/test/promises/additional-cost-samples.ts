import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { aCostRequest, type CostRequestBody, requestCost } from '#test/orders/additional-costs.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { aPicture } from '#test/pictures.ts'
import { rowsOf } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

const inAMonth = (app: TestApp) => new Date(app.clock.now.getTime() + 30 * 86_400_000).toISOString()

/** Four requests for a paid order: open, linked, declined with a picture, and paid. */
async function costsOf(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  const staff = await aStaffBrowser(app)
  const { id: orderId } = await anOrderIn(app, customerId, 'paid')
  const [line] = await rowsOf(app, 'order_line', { order_id: orderId })

  const request = async (change: Partial<CostRequestBody> = {}) => {
    const body = await aCostRequest(app, orderId, { deadline: inAMonth(app), ...change })
    const { data, error } = await requestCost(staff, orderId, body)
    if (!data) throw new Error(`no additional cost: ${error.code}`)
    return { costId: data.id }
  }

  const open = await request()
  const linked = await request()
  const declined = await request()
  const paid = await request()

  const form = new FormData()
  form.set('image', new Blob([Uint8Array.from(await aPicture({ format: 'png' }))]), 'x.png')
  await staff.fetch(`/gateway/global/staff/additional-cost/${declined.costId}/picture`, { method: 'POST', body: form })

  // The mails of the requests create links too.
  await app.mails()
  await browser.call('POST /global/payment/additional-cost/{costId}/link', { params: linked })
  await browser.call('POST /global/additional-cost/{costId}/decline', { params: declined, body: { reason: 'Trop' } })
  const { data } = await browser.call('POST /global/payment/additional-cost/{costId}/begin', {
    params: paid,
    body: { method: 'bank_transfer' },
  })
  const receipt = { bankTransactionId: randomUUID(), reference: data.open?.bank?.reference ?? '', amountMinor: 2500 }
  await staff.call('POST /global/staff/bank/receipt', { body: { ...receipt, currency: 'USD' } })

  const place = { orderLineId: String(line?.id), pointMm: [1, 2, 3] as [number, number, number] }
  const body = await aCostRequest(app, orderId, { deadline: inAMonth(app), place, replacesId: declined.costId })
  return { orderId, open, linked, declined, paid, body }
}

const transfer = { method: 'bank_transfer', useBalance: false, bankCurrency: 'EUR' } as const
const page = { page: '1', pageSize: '20' }

export const additionalCostSamples = routeSamples(costsOf, {
  'GET /global/additional-cost': () => ({ query: { state: 'requested', ...page } }),
  'GET /global/additional-cost/{costId}': ({ open }) => ({ params: open }),
  'POST /global/additional-cost/{costId}/decline': ({ linked }) => ({ params: linked, body: { reason: 'Trop cher' } }),
  'GET /global/additional-cost/{costId}/picture': ({ declined }) => ({ params: declined }),
  'GET /global/additional-cost/{costId}/invoice': ({ paid }) => ({ params: paid }),
  'GET /global/payment/additional-cost/{costId}': ({ open }) => ({ params: open }),
  'POST /global/payment/additional-cost/{costId}/begin': ({ open }) => ({ params: open, body: transfer }),
  'POST /global/payment/additional-cost/{costId}/check': ({ open }) => ({ params: open }),
  'POST /global/payment/additional-cost/{costId}/abandon': ({ open }) => ({ params: open }),
  'POST /global/payment/additional-cost/{costId}/link': ({ open }) => ({ params: open }),
  'DELETE /global/payment/additional-cost/{costId}/link': ({ linked }) => ({ params: linked }),
})

export const additionalCostStaffSamples = routeSamples(costsOf, {
  'POST /global/staff/order/{orderId}/additional-cost': ({ orderId, body }) => ({ params: { orderId }, body }),
  'POST /global/staff/additional-cost/{costId}/picture': ({ open }) => ({ params: open }),
  'GET /global/staff/additional-cost': () => ({ query: { state: 'declined', ...page } }),
  'GET /global/staff/order/{orderId}/additional-cost': ({ orderId }) => ({ params: { orderId } }),
  'GET /global/staff/additional-cost/{costId}/picture': ({ declined }) => ({ params: declined }),
  'GET /global/staff/additional-cost/{costId}/invoice': ({ paid }) => ({ params: paid }),
  'GET /global/staff/additional-cost/{costId}': ({ declined }) => ({ params: declined }),
  'POST /global/staff/additional-cost/{costId}/withdraw': ({ declined }) => ({
    params: declined,
    body: { reason: 'Notre erreur' },
  }),
  'POST /global/staff/additional-cost/{costId}/refund': ({ paid }) => ({
    params: paid,
    body: { amountMinor: 1, reason: 'Geste', key: randomUUID() },
  }),
})
