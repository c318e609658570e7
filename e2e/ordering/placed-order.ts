import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { anAddress, type Customer } from './customer.ts'
import { aReadyProject, type Drawing } from './ready-project.ts'

interface UnpaidOrder {
  id: string
  number: string
  /** The provider's page, where nobody has paid yet; empty for other ways to pay. */
  cardPage: string
}

export interface PaidOrder {
  id: string
  number: string
  totalMinor: number
}

interface OrderTraits {
  quantity?: number
  drawings?: readonly Drawing[]
  method?: 'card' | 'agency'
}

/** An order placed through the API. */
export async function placeOrder(
  customer: Pick<Customer, 'api'>,
  { method = 'card', ...traits }: OrderTraits = {},
): Promise<UnpaidOrder> {
  const { api } = customer
  const shippingAddressId = await anAddress(customer)
  const { id: projectId, lineIds } = await aReadyProject(customer, traits)
  const basket = { projectId, lineIds, shippingAddressId, carrier: 'dhl' as const }
  const preview = await api.call('POST /global/checkout/preview', { body: basket })
  const { data, error } = await api.call('POST /global/checkout/submit', {
    body: {
      ...basket,
      submissionKey: randomUUID(),
      acceptedPriceKey: preview.data.priceKey,
      poNumber: 'PO-42',
      agreeTerms: true,
      payment: { method },
    },
  })

  expect(data?.orderId, JSON.stringify(error)).toBeTruthy()

  return { id: data.orderId, number: data.number, cardPage: data.redirectUrl ?? '' }
}

/** An order placed through the API with an open card page. */
export async function anOrderToPayByCard(
  customer: Pick<Customer, 'api'>,
  traits: Omit<OrderTraits, 'method'> = {},
): Promise<UnpaidOrder> {
  const order = await placeOrder(customer, traits)
  expect(order.cardPage).not.toBe('')
  return order
}

/** An order paid by card through the API, for journeys that start after payment. */
export async function anOrderPaidByCard(
  customer: Pick<Customer, 'api'>,
  traits: Omit<OrderTraits, 'method'> = {},
): Promise<PaidOrder> {
  const { id, number, cardPage } = await anOrderToPayByCard(customer, traits)
  const paid = await fetch(cardPage, {
    method: 'POST',
    body: new URLSearchParams({ card: 'accepted' }),
    redirect: 'manual',
  })

  expect(paid.status).toBe(303)

  const params = { orderId: id }
  const checked = await customer.api.call('POST /global/payment/order/{orderId}/check', { params })

  expect(checked.data.result).toBe('paid')

  return { id, number, totalMinor: checked.data.totalMinor }
}
