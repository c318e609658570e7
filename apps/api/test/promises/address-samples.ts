import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { anAddress, anAddressForm } from '#test/orders/addresses.ts'
import { routeSamples } from './route-samples.ts'

async function booksOf(_app: TestApp, browser: Browser) {
  const ids = async (book: 'shipping' | 'billing') => [
    (await anAddress(browser, book)).id,
    (await anAddress(browser, book)).id,
  ]
  const [shippingId, otherShippingId] = await ids('shipping')
  const [billingId, otherBillingId] = await ids('billing')
  return { shippingId, otherShippingId, billingId, otherBillingId }
}

const form = () => anAddressForm({ company: 'Atelier', line2: 'Bat. B', line3: 'Porte 4', vatNumber: 'FR40303265045' })
const page = { search: 'Zoe', page: '1', pageSize: '20' }

export const addressSamples = routeSamples(booksOf, {
  'GET /global/account/address': () => ({ query: page }),
  'GET /global/account/shippingList': () => ({}),
  'GET /global/account/address/{id}': ({ shippingId }) => ({ params: { id: shippingId } }),
  'POST /global/account/address': () => ({ body: form() }),
  'PATCH /global/account/address/{id}': ({ shippingId }) => ({ params: { id: shippingId }, body: form() }),
  'DELETE /global/account/address/{id}': ({ shippingId }) => ({ params: { id: shippingId } }),
  'PATCH /global/account/address/setDefault/{id}': ({ otherShippingId }) => ({ params: { id: otherShippingId } }),
  'DELETE /global/account/address/batch': (own) => ({ body: { addressIds: [own.shippingId, own.otherShippingId] } }),
  'GET /global/account/billingAddress': () => ({ query: page }),
  'GET /global/account/billingAddress/{id}': ({ billingId }) => ({ params: { id: billingId } }),
  'POST /global/account/billingAddress/{id}': () => ({ params: { id: randomUUID() }, body: form() }),
  'PATCH /global/account/billingAddress/{id}': ({ billingId }) => ({ params: { id: billingId }, body: form() }),
  'DELETE /global/account/billingAddress/{id}': ({ billingId, otherBillingId }) => ({
    params: { id: billingId },
    body: { ids: [otherBillingId] },
  }),
})
