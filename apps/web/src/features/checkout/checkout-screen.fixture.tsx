import type { CheckoutView, LineView } from '@cotation/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, type Call, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { anAddressView, projectId } from '#lib/testing/views.ts'
import { aCheckoutView, aLine, aProject, orderId } from './checkout.fixture.ts'

export const preview = 'POST /global/checkout/preview'
export const submit = 'POST /global/checkout/submit'

/** jsdom only navigates to fragments, so a fragment replaces the provider's page. */
export const providerPage = '#provider'
export const home = anAddressView({ isDefault: true })

/** The response to an accepted order. */
export const placed = (redirectUrl: string | null = providerPage) =>
  data(submit, { orderId, number: 'C-1001', redirectUrl })

export interface Basket {
  lineIds: string[]
  carrier: string | null
  couponId: string | null
  shippingAddressId: string | null
  freightCollect: boolean
}

export interface Sent extends Basket {
  submissionKey: string
  acceptedPriceKey: string
  payment: unknown
}

export const basket = ({ body }: Call) => body as Basket
export const sent = ({ body }: Call) => body as Sent

export interface Shop {
  lines: LineView[]
  view?: (basket: Basket) => Partial<CheckoutView>
  addresses?: ReturnType<typeof anAddressView>[]
  answers?: Answers
}

/** A server that prices each basket and accepts the order. */
export function aServer({ lines, view = () => ({}), addresses = [home], answers = {} }: Shop) {
  const chosen = ({ lineIds }: Basket) => lines.filter(({ id }) => lineIds.includes(id))
  return stubGateway({
    'GET /global/project/{projectId}': () =>
      data('GET /global/project/{projectId}', { revision: 1, project: aProject(lines) }),
    'GET /global/account/address': () => data('GET /global/account/address', { addresses, total: addresses.length }),
    'GET /global/account/billingAddress': () => data('GET /global/account/billingAddress', { addresses: [], total: 0 }),
    'GET /global/catalogue/current': () => refusal('BUSY', 'busy'),
    [preview]: (call) => {
      const requested = basket(call)
      const isComplete = requested.carrier !== null && requested.shippingAddressId !== null
      const base = aCheckoutView(chosen(requested), isComplete ? {} : { total: null, dates: null })

      return data(preview, { ...base, ...view(requested) })
    },
    [submit]: () => placed(),
    ...answers,
  })
}

beforeEach(() => {
  window.sessionStorage.clear()
  window.location.hash = ''
})

export const isAtProvider = () => window.location.hash === providerPage
export const leftForProvider = () => waitFor(() => expect(isAtProvider()).toBe(true))

export async function open(shop: Shop, lines = '') {
  const gateway = aServer(shop)
  const page = await renderApp(`/checkout?project=${projectId}${lines}`, { token: 'real' })
  await screen.findByRole('heading', { level: 1 })

  return { gateway, ...page, user: userEvent.setup() }
}

export const summary = () => within(screen.getByRole('region', { name: 'Your order' }))
export const section = (name: string) => within(screen.getByRole('region', { name }))
export const total = async (amount: string) =>
  expect(await summary().findByText(amount, { selector: 'data' }, { timeout: 5000 })).toBeTruthy()
export const orderButton = () =>
  summary().getByRole('button', { name: /^(Order and pay|Place the order|Order and get)/ })

/**
 * The figures belong to the current choices. The first preview chooses a carrier, which asks for a
 * second one: a press of the order button before that does nothing.
 */
export const settled = () => waitFor(() => expect(orderButton().getAttribute('aria-disabled')).toBeNull())

/** Opens the page and fills in everything that an order by card needs. */
export async function openFilled(shop: Partial<Shop> = {}, lines = '', amount = '$120.00') {
  const page = await open({ lines: [aLine('a')], ...shop }, lines)
  await total(amount)
  await page.user.click(await screen.findByRole('radio', { name: 'Card' }))
  await page.user.click(screen.getByRole('checkbox', { name: /I agree/ }))
  await settled()

  return page
}
