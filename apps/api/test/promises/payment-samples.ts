import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** Unpaid orders: one for the customer, one for the holder of its link, one whose link was mailed. */
async function paymentsOf(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  const { id: orderId } = await anOrderIn(app, customerId)
  const { id: linkedId } = await anOrderIn(app, customerId)
  const { data } = await browser.call('POST /global/payment/order/{orderId}/link', {
    params: { orderId: linkedId },
    body: {},
  })
  const recipient = 'achats@example.com'
  const { id: mailedId } = await anOrderIn(app, customerId)
  await browser.call('POST /global/payment/order/{orderId}/link/mail', {
    params: { orderId: mailedId },
    body: { recipients: [recipient] },
  })

  return {
    order: { orderId },
    linked: { orderId: linkedId },
    mailed: { orderId: mailedId },
    recipient,
    key: data.key,
  }
}

const transfer = { method: 'bank_transfer', useBalance: false, bankCurrency: 'EUR' } as const

export const paymentSamples = routeSamples(paymentsOf, {
  'GET /global/payment/order/{orderId}': ({ order }) => ({ params: order }),
  'POST /global/payment/order/{orderId}/begin': ({ order }) => ({ params: order, body: transfer }),
  'POST /global/payment/order/{orderId}/check': ({ order }) => ({ params: order }),
  'POST /global/payment/order/{orderId}/abandon': ({ order }) => ({ params: order }),
  'POST /global/payment/order/{orderId}/link': ({ order }) => ({ params: order, body: { showsParts: true } }),
  'POST /global/payment/order/{orderId}/link/mail': ({ order }) => ({
    params: order,
    body: { recipients: ['acheteur@example.com'], message: 'Pour le prototype', showsParts: true },
  }),
  'POST /global/payment/order/{orderId}/link/copy': ({ mailed, recipient }) => ({
    params: mailed,
    body: { recipient },
  }),
  'POST /global/payment/order/{orderId}/link/resend': ({ mailed }) => ({ params: mailed, body: {} }),
  'DELETE /global/payment/order/{orderId}/link': ({ linked }) => ({ params: linked }),
  'POST /global/payment/link': ({ key }) => ({ body: { key } }),
  'POST /global/payment/link/begin': ({ key }) => ({
    body: { key, method: 'bank_transfer', bankCurrency: 'EUR' },
  }),
  'POST /global/payment/link/check': ({ key }) => ({ body: { key } }),
  'POST /global/payment/link/abandon': ({ key }) => ({ body: { key } }),
})

/** A reload that waits for a bank transfer. */
export async function aReload(browser: Browser, amountUsd = 100) {
  const { data, error } = await browser.call('POST /global/account/balance/reload', {
    body: { amountUsd, method: 'bank_transfer', bankCurrency: 'USD', submissionKey: randomUUID() },
  })
  if (!data) throw new Error(`no reload: ${error.code}`)
  return data
}

const page = { query: { page: '1', pageSize: '20' } }

export const balanceSamples = routeSamples(async (_app, browser) => ({ reloadId: (await aReload(browser)).id }), {
  'GET /global/account/balance': () => ({}),
  'GET /global/account/balance/rechargeList': () => page,
  'GET /global/account/balance/transactionList': () => page,
  'GET /global/account/balance/wePointTransactionList': () => page,
  'POST /global/member/paymentList': () => ({ body: { page: 1, pageSize: 20 } }),
  'GET /global/account/balance/export/{list}': () => ({ params: { list: 'payment' } }),
  'POST /global/account/balance/reload': () => ({
    body: { amountUsd: 100, method: 'bank_transfer', bankCurrency: 'EUR', submissionKey: randomUUID() },
  }),
  'GET /global/account/balance/reload/{reloadId}': ({ reloadId }) => ({ params: { reloadId } }),
  'POST /global/account/balance/reload/{reloadId}/check': ({ reloadId }) => ({ params: { reloadId } }),
})
