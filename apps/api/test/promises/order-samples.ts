import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { funded } from '#test/orders/ledger.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { aBasket, aCheckout, aCoupon, anAddress } from '#test/orders/orders.ts'
import { aProject } from '#test/quote/quotes.ts'
import { rowOf } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** A checkout with all its optional fields. */
async function checkoutOf(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  await funded(app.deps.db, customerId, 100_000_00, app.clock.now)

  const { basket } = await aBasket(app, customerId)
  const couponId = await aCoupon(app, customerId)
  const billingAddressId = await anAddress(app, customerId, 'billing')
  const code = `CODE-${randomUUID().slice(0, 8).toUpperCase()}`
  await app.deps.db
    .insertInto('coupon_offer')
    .values({
      code,
      coupon: JSON.stringify({ type: 'amount', usd: 5, minGoodsUsd: 0 }),
      uses_left: 100,
      redeemable_until: new Date(app.clock.now.getTime() + 86_400_000),
      valid_days: 30,
      created_at: app.clock.now,
    })
    .execute()

  const full = { ...basket, couponId, currency: 'USD', freightCollect: false } as const
  const { body } = await aCheckout(browser, full, {
    billingAddressId,
    poNumber: 'PO-1',
    comment: 'Merci',
    entrust: { customerEmail: 'zoe@example.com', platformOrderNumber: 'P-1' },
    payment: { method: 'balance', useBalance: false, bankCurrency: 'EUR' },
  })

  const { id: unorderedProjectId } = await aProject(browser)
  return { basket: full, body, code, unorderedProjectId }
}

export const checkoutSamples = routeSamples(checkoutOf, {
  'POST /global/checkout/preview': ({ basket }) => ({ body: basket }),
  'POST /global/checkout/submit': ({ body }) => ({ body }),
  'POST /global/project/{projectId}/export-control': ({ unorderedProjectId }) => ({
    params: { projectId: unorderedProjectId },
    body: { answer: 'no', confirmed: true },
  }),
  'GET /global/account/promoCodeList': () => ({ query: { status: 'active', page: '1', pageSize: '20' } }),
  'POST /global/account/promoCode/redeem': ({ code }) => ({ body: { code } }),
})

async function ordersOf(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  const { id: deliveredId } = await anOrderIn(app, customerId, 'delivered', { points: 3 })
  const { id: parcelId } = await rowOf(app, 'parcel', { order_id: deliveredId })

  return {
    placed: { orderId: (await anOrderIn(app, customerId)).id },
    delivered: { orderId: deliveredId },
    parcel: { orderId: deliveredId, parcelId },
  }
}

const review = { stars: 5, workmanship: 4, product: 3, service: 2, logistics: 1, comment: 'Bien' }

export const orderSamples = routeSamples(ordersOf, {
  'GET /global/order/export': () => ({ query: { search: 'C', status: 'delivered' } }),
  'GET /global/order': () => ({
    query: { search: 'C', status: 'delivered', from: '2026-01-01', to: '2026-12-31', page: '1', pageSize: '20' },
  }),
  'GET /global/order/{orderId}': ({ placed }) => ({ params: placed }),
  'POST /global/order/{orderId}/cancel': ({ placed }) => ({ params: placed, body: { reason: 'Plus besoin' } }),
  'POST /global/order/{orderId}/receive': ({ delivered }) => ({ params: delivered }),
  'POST /global/order/{orderId}/review': ({ delivered }) => ({ params: delivered, body: review }),
  'POST /global/order/{orderId}/reorder': ({ delivered }) => ({ params: delivered }),
  'GET /global/order/{orderId}/document/{kind}': ({ delivered }) => ({ params: { ...delivered, kind: 'invoice' } }),
  'GET /global/order/{orderId}/parcel/{parcelId}/packing-list': ({ parcel }) => ({ params: parcel }),
})
