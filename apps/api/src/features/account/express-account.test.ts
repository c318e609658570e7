import { describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { finishProduction } from '#test/orders/finish-production.ts'
import { funded } from '#test/orders/ledger.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { aBasket, aCheckout } from '#test/orders/orders.ts'
import { rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
const none = { dhl: '', fedex: '', sf: '' }

async function aShipper() {
  const { id } = await aCustomer(app)
  const browser = await aBrowserOf(app, id)
  const save = (accounts: Partial<typeof none>) =>
    browser.call('PATCH /global/account/me', { body: { expressAccounts: { ...none, ...accounts } } })
  return { id, browser, save }
}

const confirm = async (customerId: string, carrier: 'dhl' | 'fedex' | 'sf', number: string) =>
  (await aStaffBrowser(app, 'customer-success')).call('POST /global/staff/customer/{customerId}/expressAccount', {
    params: { customerId },
    body: { carrier, number },
  })

describe('accounts at carriers (spec 3, express account)', () => {
  it('are stored for each carrier without separators, replaced and removed', async () => {
    const { browser, save } = await aShipper()
    expect((await save({ dhl: '123-456 789', sf: '1234567890' })).data.expressAccounts).toEqual({
      dhl: '123456789',
      fedex: '',
      sf: '1234567890',
    })
    await save({ dhl: '987654321' })
    const { data } = await browser.call('GET /global/account/me', {})
    expect(data).toMatchObject({ expressAccounts: { ...none, dhl: '987654321' }, confirmedCarriers: [] })
  })

  it.each([
    ['dhl', '12345678', '9\u00a0chiffres'],
    ['fedex', 'FX1234567', '9\u00a0chiffres'],
    ['sf', '123456789', '10\u00a0chiffres'],
  ] as const)('refuse a number that does not fit %s', async (carrier, number, message) => {
    const { save } = await aShipper()
    const { status, error } = await save({ [carrier]: number })
    expect(status).toBe(422)
    expect(error.issues).toMatchObject([
      { path: `expressAccounts.${carrier}`, message: expect.stringContaining(message) },
    ])
  })

  it('keep the old text until the customer removes it, and take no new one', async () => {
    const { id, browser } = await aShipper()
    await updateRows(app, 'customer', { id }, { express_account: 'Compte 42' })
    expect((await browser.call('GET /global/account/me', {})).data.expressAccount).toBe('Compte 42')
    const change = (expressAccount: string) => browser.send('PATCH /global/account/me', { body: { expressAccount } })
    expect((await change('Compte 43')).status).toBe(422)
    expect((await change('')).data).toMatchObject({ expressAccount: '' })
  })

  it('stay one for each carrier if ten tabs save at once', async () => {
    const { id } = await aShipper()
    const tabs = await Promise.all(Array.from({ length: 10 }, () => aBrowserOf(app, id)))
    const saved = tabs.map((tab, index) =>
      tab.call('PATCH /global/account/me', { body: { expressAccounts: { ...none, dhl: `12345678${index}` } } }),
    )
    expect((await Promise.all(saved)).map(({ status }) => status)).toEqual(tabs.map(() => 200))
    expect(await rowsOf(app, 'express_account', { customer_id: id, is_current: true })).toHaveLength(1)
  })
})

describe('the first use of an account', () => {
  async function aCollectedOrder() {
    const shipper = await aShipper()
    await funded(app.deps.db, shipper.id, 1_000_000_00, app.clock.now)
    await shipper.save({ dhl: '123456789' })
    const { browser, basket } = await aBasket(app, shipper.id)
    const { body } = await aCheckout(browser, { ...basket, freightCollect: true })
    const { data } = await browser.call('POST /global/checkout/submit', { body })
    const view = async () =>
      (await browser.call('GET /global/order/{orderId}', { params: { orderId: data.orderId } })).data
    return { ...shipper, orderId: data.orderId, view }
  }

  it('waits for the confirmation of staff, which later orders need no more', async () => {
    const { id, orderId, view, browser, save } = await aCollectedOrder()
    expect(await view()).toMatchObject({ freightAccount: '123456789', isFreightConfirmed: false })

    for (const status of ['in_review', 'in_production', 'quality_check'] as const) await moveTo(app, orderId, status)
    await finishProduction(app, orderId)
    const staff = await aStaffBrowser(app)
    const params = { orderId }
    await staff.call('POST /global/staff/order/{orderId}/parcel', {
      params,
      body: { carrier: 'dhl', trackingNumber: 'JD1' },
    })
    const ship = () => staff.call('POST /global/staff/order/{orderId}/move', { params, body: { to: 'shipped' } })
    const early = await ship()
    expect([early.status, early.error.code]).toEqual([409, 'FREIGHT_ACCOUNT_UNCONFIRMED'])

    // The order keeps its account although the customer has replaced it.
    await save({ dhl: '987654321' })
    expect((await confirm(id, 'dhl', '123456789')).status).toBe(200)
    expect(await view()).toMatchObject({ freightAccount: '123456789', isFreightConfirmed: true })
    expect((await ship()).status).toBe(200)

    expect((await browser.call('GET /global/account/me', {})).data.confirmedCarriers).toEqual([])
    await save({ dhl: '123456789' })
    expect((await browser.call('GET /global/account/me', {})).data.confirmedCarriers).toEqual(['dhl'])
    const { basket } = await aBasket(app, id)
    const { view: next } = await aCheckout(browser, basket)
    expect(next.offers[0]).toMatchObject({ freightAccount: '123456789', isFreightConfirmed: true })
  })

  it('cannot be confirmed for a number that the customer never had', async () => {
    const { id } = await aCollectedOrder()
    expect((await confirm(id, 'dhl', '111111111')).status).toBe(404)
    expect((await confirm(id, 'fedex', '123456789')).status).toBe(404)
  })
})
