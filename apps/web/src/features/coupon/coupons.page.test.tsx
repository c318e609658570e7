import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aCoupon } from '#lib/testing/views.ts'

const list = 'GET /global/account/promoCodeList'
const redeem = 'POST /global/account/promoCode/redeem'
const orderId = '5a0c7e1d-0000-4000-8000-000000000001'

const used = aCoupon({
  code: 'SHIP-20',
  coupon: { type: 'shipping', usd: 20, minGoodsUsd: 0 },
  status: 'inactive',
  state: 'used',
  orderId,
})

function aServer(held = [aCoupon(), used]) {
  let coupons = held
  return stubGateway({
    [list]: ({ query }) => {
      const shown = coupons.filter(({ status }) => status === query.status)
      return data(list, { coupons: shown, total: shown.length })
    },
    [redeem]: ({ body }) => {
      const { code } = body as { code: string }
      if (code === 'USED-ONE') return refusal('COUPON_CODE_USED', 'This code was used already.')
      const coupon = aCoupon({ code, description: '$5.00 off parts' })
      coupons = [coupon, ...coupons]
      return data(redeem, coupon)
    },
  })
}

async function open(gateway = aServer(), query = '') {
  return { gateway, ...(await renderApp(`/user/account/coupons${query}`, { token: 'real' })) }
}

async function itemOf(code: string) {
  const item = (await screen.findByText(code)).closest('li')
  if (!item) throw new Error(`${code} is in no list`)
  return within(item)
}

describe('the coupons (spec 2, /user/account/coupons)', () => {
  it('shows the discount, rule and expiry of a coupon', async () => {
    await open()
    const item = await itemOf('WELCOME-10')
    expect(item.getByText('10% off parts')).toBeTruthy()
    expect(item.getByText('Applies to parts, not to services, shipping or VAT.')).toBeTruthy()
    expect(item.getByText('Valid until Dec 31, 2026')).toBeTruthy()
    expect(screen.queryByText('SHIP-20')).toBeNull()
  })

  it('keeps the tab in the address, and links a used coupon to its order without a copy button', async () => {
    const { place } = await open()
    await userEvent.click(await screen.findByRole('tab', { name: 'Inactive' }))

    const item = await itemOf('SHIP-20')
    expect(place()).toMatch(/coupons\?tab=inactive$/)
    expect(item.getByText('Used')).toBeTruthy()
    expect(item.getByRole('link').getAttribute('href')).toContain(`/order/detail/${orderId}`)
    expect(item.queryByRole('button')).toBeNull()
  })

  it('switches tabs with arrow keys', async () => {
    await open()
    ;(await screen.findByRole('tab', { name: 'Active' })).focus()
    await userEvent.keyboard('{ArrowRight}')
    await itemOf('SHIP-20')
  })

  it('copies the code, or reports that it failed (spec 8)', async () => {
    const user = userEvent.setup()
    await open()

    const button = (await itemOf('WELCOME-10')).getByRole('button', { name: 'Copy: Code WELCOME-10' })
    await user.click(button)

    expect(await navigator.clipboard.readText()).toBe('WELCOME-10')

    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    await user.click(button)

    expect(await screen.findByText('Unable to copy, please copy it manually.')).toBeTruthy()
  })

  it('redeems a code typed in any case, and shows the coupon', async () => {
    const { gateway } = await open(aServer(), '?tab=inactive')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Code' }), ' spring-5 {Enter}')
    await itemOf('SPRING-5')
    expect(gateway.to(redeem).map(({ body }) => body)).toEqual([{ code: 'SPRING-5' }])
    expect(screen.getByRole('textbox', { name: 'Code' })).toHaveProperty('value', '')
  })

  it('shows a used or unknown code as an error on the field', async () => {
    const { gateway } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Redeem' }))
    expect(await screen.findByText('Enter the code.')).toBeTruthy()
    expect(gateway.to(redeem)).toEqual([])
    await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), 'USED-ONE{Enter}')
    expect(await screen.findByText('This code was used already.')).toBeTruthy()
  })

  it('explains empty tabs', async () => {
    await open(aServer([]))
    expect(await screen.findByText('No active coupon')).toBeTruthy()
    await userEvent.click(screen.getByRole('tab', { name: 'Inactive' }))
    expect(await screen.findByText('Nothing here yet')).toBeTruthy()
  })

  it('offers a retry after a failure', async () => {
    let fails = true
    const gateway = stubGateway({
      [list]: () => (fails ? refusal('UNEXPECTED', 'x') : data(list, { coupons: [aCoupon()], total: 1 })),
    })
    await open(gateway)
    fails = false
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.getByText('WELCOME-10')).toBeTruthy())
  })
})
