import { randomUUID } from 'node:crypto'
import type { Api } from '@cotation/contracts'
import type { Buyer } from './product.ts'

export async function call<K extends keyof Api>(
  buyer: Buyer,
  key: K,
  input: Api[K]['input'],
): Promise<Api[K]['output']> {
  const { status, data, error } = await buyer.browser.call(key, input)
  if (status !== 200) throw new Error(`${key}: ${error.code}`)
  return data
}

/** What a buyer wants to order, without the carrier. */
export interface Basket {
  projectId: string
  lineIds: string[]
  shippingAddressId: string
}

/** A project with one line, opened as the quote page does, that may be ordered. */
export async function fillBasket(buyer: Buyer): Promise<Basket> {
  const { id: projectId } = await call(buyer, 'POST /global/project', {
    body: { name: 'Bench', service: '3d-printing' },
  })
  const params = { projectId }
  await call(buyer, 'POST /global/project/{projectId}/lines/stored', { params, body: { uploadIds: [buyer.uploadId] } })
  const { project } = await call(buyer, 'GET /global/project/{projectId}', { params, query: {} })
  const lineIds = project?.lines.map(({ id }) => id) ?? []

  await call(buyer, 'POST /global/project/{projectId}/export-control', {
    params,
    body: { answer: 'no', confirmed: true },
  })
  return { projectId, lineIds, shippingAddressId: buyer.addressId }
}

/** The price key of the basket, shipped by a carrier or by the cheapest. */
export async function previewBasket(buyer: Buyer, basket: Basket, carrier: 'dhl' | null): Promise<string> {
  const { priceKey } = await call(buyer, 'POST /global/checkout/preview', { body: { ...basket, carrier } })
  return priceKey
}

/** Orders the basket as previewed with DHL, paid from the balance; returns the order's id. */
export async function orderBasket(buyer: Buyer, basket: Basket, priceKey: string): Promise<string> {
  const { orderId } = await call(buyer, 'POST /global/checkout/submit', {
    body: {
      ...basket,
      carrier: 'dhl',
      submissionKey: randomUUID(),
      acceptedPriceKey: priceKey,
      agreeTerms: true,
      payment: { method: 'balance' },
    },
  })
  return orderId
}
