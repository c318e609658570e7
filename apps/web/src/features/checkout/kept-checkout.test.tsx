import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { formDrafts, loggedOutKey } from '#lib/form-drafts.ts'
import { clearUser, signOut } from '#lib/gateway/user.ts'
import { type Answers, ada, type Call, data, generalData, refusal } from '#lib/testing/gateway-stub.ts'
import { aCoupon, anAddressView } from '#lib/testing/views.ts'
import { aCheckoutView, aLine } from './checkout.fixture.ts'
import {
  basket,
  home,
  leftForProvider,
  open,
  openFilled,
  orderButton,
  preview,
  type Shop,
  submit,
  summary,
  total,
} from './checkout-screen.fixture.tsx'

const poField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Purchase order number/ })
const checkbox = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const stored = () => Object.values({ ...window.sessionStorage }).join()

/** Closes the page and opens it again in the same tab. */
async function reopen(shop: Shop, lines = '') {
  cleanup()
  return open(shop, lines)
}

describe('a reload of the checkout (E18)', () => {
  it('keeps everything that the customer entered, except the consent to the terms', async () => {
    const [dhl, sf] = aCheckoutView([]).offers
    if (!dhl || !sf) throw new Error('no offers')

    const offers = [dhl, { ...sf, served: true, minor: 5000, transitDays: [3, 5] }]
    const work = anAddressView({ firstName: 'Liu' })
    const billing = anAddressView({ firstName: 'Accounts' })
    const coupon = aCoupon()
    const book = 'GET /global/account/billingAddress'
    const shop: Shop = {
      lines: [aLine('bracket.step'), aLine('lid.step')],
      addresses: [home, work],
      view: () => ({ offers, coupons: [coupon], entrust: true }),
      answers: { [book]: () => data(book, { addresses: [billing], total: 1 }) },
    }

    const { user } = await open(shop)
    await total('$220.00')
    await user.click(checkbox('Order lid.step'))
    await user.click(radio(/^Liu/))
    await user.click(radio(/^SF/))
    await user.click(radio('Another address'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Coupon' }), coupon.id)
    await user.selectOptions(summary().getByRole('combobox', { name: 'Show amounts in' }), 'EUR')
    await user.type(screen.getByRole('textbox', { name: /^Customer e-mail/ }), 'end@example.com')
    await user.type(screen.getByRole('textbox', { name: /^Platform order number/ }), 'P-1')
    await user.type(poField(), 'PO 7')
    await user.type(screen.getByRole('textbox', { name: /^Comment on the order/ }), 'Ring twice')
    await user.click(radio('Bank transfer'))
    await user.click(checkbox(/I agree/))

    const { gateway } = await reopen(shop)
    await total('$120.00')

    expect(poField().value).toBe('PO 7')
    expect(screen.getByDisplayValue('Ring twice')).toBeTruthy()
    expect(screen.getByDisplayValue('end@example.com')).toBeTruthy()
    expect(screen.getByDisplayValue('P-1')).toBeTruthy()
    expect(checkbox('Order lid.step').checked).toBe(false)
    for (const name of [/^Liu/, /^SF/, 'Another address', /^Accounts/, 'Bank transfer'])
      expect([name, radio(name).checked]).toEqual([name, true])
    expect(checkbox(/I agree/).checked).toBe(false)

    expect(gateway.to(preview)[0]?.body).toMatchObject({
      carrier: 'sf',
      couponId: coupon.id,
      currency: 'EUR',
      shippingAddressId: work.id,
    })
  })

  it('keeps the recipients of a forwarded quote', async () => {
    const me = 'GET /global/account/me'
    const shop: Shop = { lines: [aLine('a')], answers: { [me]: () => refusal('UNEXPECTED', 'busy') } }
    const { user } = await open(shop, '&forward=1')
    await total('$120.00')
    await user.type(screen.getByRole('textbox', { name: /^E-mail address of the purchaser/ }), 'buyer@example.com')

    await reopen(shop, '&forward=1')
    await total('$120.00')
    expect(screen.getByDisplayValue('buyer@example.com')).toBeTruthy()

    // Without forwarding, nobody has chosen that another person pays.
    await reopen(shop)
    await total('$120.00')
    expect(radio('Someone else pays').checked).toBe(false)
  })

  it('selects the lines that the quote page asks for, if these are others than before', async () => {
    const lines = [aLine('bracket.step'), aLine('lid.step')]
    const { user } = await open({ lines })
    await total('$220.00')
    await user.click(checkbox('Order bracket.step'))

    await reopen({ lines }, `&lines=${lines[0]?.id}`)
    await total('$120.00')
    expect(checkbox('Order bracket.step').checked).toBe(true)
  })

  it('falls back to what exists if address, carrier, coupon or method are gone', async () => {
    const coupon = aCoupon()
    const old = anAddressView({ firstName: 'Old' })
    const lines = [aLine('a')]
    const first = await open({ lines, addresses: [home, old], view: () => ({ coupons: [coupon] }) })
    await total('$120.00')
    await first.user.click(radio(/^Old/))
    await first.user.click(radio(/^DHL/))
    await first.user.selectOptions(screen.getByRole('combobox', { name: 'Coupon' }), coupon.id)
    await first.user.click(radio('Card'))

    const [dhl, sf] = aCheckoutView([]).offers
    if (!dhl || !sf) throw new Error('no offers')
    const offers = [
      { ...dhl, served: false, minor: null },
      { ...sf, served: true, minor: 300, transitDays: [3, 5] },
    ]
    const methods = [{ method: 'card' as const, refusal: 'card-not-configured' as const }]
    const answers: Answers = {
      [preview]: (call) =>
        basket(call).couponId
          ? refusal('COUPON_UNUSABLE', 'x')
          : data(preview, aCheckoutView(lines, { offers, methods })),
    }
    const { gateway } = await reopen({ lines, answers })

    expect(await screen.findByText(/can no longer be used/)).toBeTruthy()
    await waitFor(() => expect(radio(/^SF/).checked).toBe(true))
    expect(radio('Card').checked).toBe(false)
    expect(basket(gateway.to(preview).at(-1) as Call)).toMatchObject({ shippingAddressId: home.id, couponId: null })
  })

  it('ignores kept entries that do not fit, for example of another release', async () => {
    const lines = [aLine('a')]
    const { user } = await open({ lines })
    await total('$120.00')
    await user.type(poField(), 'PO 7')
    const raw = window.sessionStorage.getItem('formDrafts') ?? ''
    expect(raw).toContain('"version":1')
    window.sessionStorage.setItem('formDrafts', raw.replace('"version":1', '"version":0'))

    await reopen({ lines })
    await total('$120.00')
    expect(poField().value).toBe('')
  })
})

describe('the kept entries of a checkout', () => {
  const lines = [aLine('a')]
  const type = async (shop: Partial<Shop> = {}) => {
    const page = await openFilled({ lines, ...shop })
    await page.user.type(poField(), 'PO 7')
    expect(stored()).toContain('PO 7')
    return page
  }

  it('contain no price', async () => {
    await type()
    expect(stored()).not.toMatch(/minor|priceKey|price of/i)
  })

  it('are dropped when the order is placed', async () => {
    const { user } = await type()
    await user.click(orderButton())
    await leftForProvider()
    expect(stored()).not.toContain('PO 7')
  })

  it('survive an order that is refused', async () => {
    const { user, gateway } = await type({ answers: { [submit]: () => refusal('BALANCE_TOO_LOW', 'Too low.') } })
    await user.click(orderButton())
    await waitFor(() => expect(gateway.to(submit)).toHaveLength(1))
    expect(await summary().findByText('Too low.')).toBeTruthy()
    expect(stored()).toContain('PO 7')
  })

  it('are dropped by a log-out in this tab', async () => {
    const logout = 'GET /global/account/logout'
    const ended = { [logout]: () => data(logout, {}) }
    await type({ answers: ended })
    await signOut()
    expect(stored()).not.toContain('PO 7')

    await reopen({ lines })
    await total('$120.00')
    expect(poField().value).toBe('')
  })

  it('leave the storage at a log-out in another tab, and return with the same customer only', async () => {
    await type()
    window.dispatchEvent(new StorageEvent('storage', { key: loggedOutKey }))
    expect(stored()).not.toContain('PO 7')

    const grace = { ...ada, customerId: '2', username: 'Grace' }
    await reopen({ lines, answers: { 'GET /global/common/index': () => generalData(grace) } })
    await total('$120.00')
    expect(poField().value).toBe('')

    await reopen({ lines })
    await total('$120.00')
    expect(poField().value).toBe('PO 7')
    formDrafts.removeAll()
  })

  it('are there after the next login if the session has merely ended', async () => {
    await type()
    clearUser()
    await reopen({ lines })
    await total('$120.00')
    expect(poField().value).toBe('PO 7')
  })

  it('are not shown to another customer', async () => {
    await type()
    const grace = { ...ada, customerId: '2', username: 'Grace' }
    await reopen({ lines, answers: { 'GET /global/common/index': () => generalData(grace) } })
    await total('$120.00')
    expect(poField().value).toBe('')
  })
})
