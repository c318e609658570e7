import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishDraft, saveDraft } from '#features/catalogue/catalogue.service.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { aCustomer, aStaffBrowser } from '#test/builders.ts'
import { aBasket, aCheckout, anAddress } from '#test/orders/orders.ts'
import { insertRow, rowsOf } from '#test/rows.ts'
import { startVies, type TestVies, viesAnswer, viesRefusal } from '#test/servers/vies.ts'

let vies: TestVies
/** Sells from France and asks the service. */
let app: TestApp
/** Sells from France without a service. */
let alone: TestApp

async function sellFromFrance(one: TestApp): Promise<void> {
  const catalogue = { ...packagedCatalogue, version: '2099-01-01.1', tax: { ...packagedCatalogue.tax, seller: 'FR' } }
  await saveDraft(one.deps, JSON.stringify(catalogue), { author: 'Zoé', comment: 'Vendeur en France' })
  await publishDraft(one.deps, catalogue.version, null)
}

beforeAll(async () => {
  vies = await startVies()
  app = await startApp({ VIES_API: vies.url })
  alone = await startApp()
  for (const one of [app, alone]) await sellFromFrance(one)
})

afterAll(async () => {
  await app.close()
  await alone.close()
  await vies.close()
})

/** A company that has parts delivered to Germany under a VAT number. */
async function aGermanBuyer(one: TestApp, vatNumber: string) {
  const { id } = await aCustomer(one, { accountType: 'enterprise' })
  const { browser, basket } = await aBasket(one, id)
  const shippingAddressId = await anAddress(one, id, 'shipping', {
    country: 'DE',
    postcode: '10115',
    vat_number: vatNumber,
  })
  const body = { ...basket, shippingAddressId }
  const preview = async () => (await browser.call('POST /global/checkout/preview', { body })).data
  return { browser, body, preview }
}

describe('the VAT of a company in another member state', () => {
  it('is not charged if the service confirms the number, and the proof is stored', async () => {
    vies.answer = viesAnswer(true)
    const { browser, body, preview } = await aGermanBuyer(app, 'DE136695976')
    const view = await preview()
    expect(view).toMatchObject({ vat: 'confirmed', total: { tax: { reason: 'reverse-charge', minor: 0 } } })
    expect(await rowsOf(app, 'vat_check', { vat_number: 'DE136695976' })).toMatchObject([
      { result: 'valid', consultation_number: 'WAPIAAAAZ1', checked_at: app.clock.now },
    ])

    // The answer is fresh: neither another preview nor the order asks again.
    const asked = vies.enquiries.length
    await preview()
    const { body: submission } = await aCheckout(browser, body, { payment: { method: 'bank_transfer' } })
    const { data } = await browser.call('POST /global/checkout/submit', { body: submission })
    const [order] = await rowsOf(app, 'customer_order', { id: data.orderId })
    expect(order?.total.tax.reason).toBe('reverse-charge')
    expect(vies.enquiries).toHaveLength(asked)
  })

  it('is charged if the number is not registered', async () => {
    vies.answer = viesAnswer(false)
    const { preview } = await aGermanBuyer(app, 'DE111111125')
    const view = await preview()
    expect(view).toMatchObject({ vat: 'invalid', total: { tax: { reason: 'destination', ratePercent: 19 } } })
  })

  it('is charged while the service cannot answer, until it does or staff release the number', async () => {
    vies.answer = viesRefusal('MS_UNAVAILABLE')
    const { preview } = await aGermanBuyer(app, 'DE129273398')
    expect(await preview()).toMatchObject({ vat: 'unknown', total: { tax: { reason: 'destination' } } })

    const staff = await aStaffBrowser(app)
    const { data } = await staff.call('GET /global/staff/vat-check', {})
    const known = data.checks.find(({ vatNumber }) => vatNumber === 'DE129273398')
    expect(known).toMatchObject({ result: 'unavailable', reason: 'MS_UNAVAILABLE' })

    const release = { body: { vatNumber: 'DE 129 273 398', reason: 'Attestation du fisc allemand' } }
    expect((await staff.call('POST /global/staff/vat-check/release', release)).data.result).toBe('released')
    expect(await preview()).toMatchObject({ vat: 'confirmed', total: { tax: { reason: 'reverse-charge' } } })
  })

  it('is charged without a configured service, whatever the shape of the number', async () => {
    const { preview } = await aGermanBuyer(alone, 'DE136695976')
    expect(await preview()).toMatchObject({ vat: 'unknown', total: { tax: { reason: 'destination' } } })
    expect(await rowsOf(alone, 'vat_check', {})).toEqual([])
  })
})

describe('a VAT number that waits for staff', () => {
  const ask = 'POST /global/staff/vat-check/{vatNumber}/ask'
  const get = 'GET /global/staff/vat-check/{vatNumber}'

  it('is asked about again, and no task waits for it once the service confirms it', async () => {
    vies.answer = viesRefusal('MS_UNAVAILABLE')
    const params = { vatNumber: 'DE287654321' }
    const { preview } = await aGermanBuyer(app, params.vatNumber)
    await preview()

    const staff = await aStaffBrowser(app)
    const tasks = async () =>
      (await staff.call('GET /global/staff/today', { query: { kind: 'vat-number' } })).data.tasks.map(
        ({ targetId }) => targetId,
      )
    expect(await tasks()).toContain(params.vatNumber)
    expect((await staff.call(get, { params })).data).toMatchObject({
      isConfirmed: false,
      mayAsk: true,
      checks: [{ result: 'unavailable', reason: 'MS_UNAVAILABLE', by: '' }],
      customers: [{ company: expect.any(String) }],
    })

    vies.answer = viesAnswer(true)
    app.clock.advance(1000)
    expect((await staff.call(ask, { params })).data).toMatchObject({
      result: 'valid',
      consultationNumber: 'WAPIAAAAZ1',
    })
    expect(await tasks()).not.toContain(params.vatNumber)
    expect((await staff.call(get, { params })).data).toMatchObject({
      isConfirmed: true,
      checks: [{ result: 'valid' }, { result: 'unavailable' }],
    })
    expect(await preview()).toMatchObject({ vat: 'confirmed', total: { tax: { reason: 'reverse-charge' } } })
  })

  it('is not asked about once staff have confirmed it: an outage would undo their decision', async () => {
    vies.answer = viesRefusal('MS_UNAVAILABLE')
    const params = { vatNumber: 'DE311223344' }
    const { preview } = await aGermanBuyer(app, params.vatNumber)
    await preview()

    const staff = await aStaffBrowser(app)
    app.clock.advance(1000)
    await staff.call('POST /global/staff/vat-check/release', {
      body: { ...params, reason: 'Attestation du fisc allemand' },
    })
    expect(await staff.call(ask, { params })).toMatchObject({ status: 409, error: { code: 'VAT_NUMBER_RELEASED' } })
    expect((await staff.call(get, { params })).data).toMatchObject({
      isConfirmed: true,
      mayAsk: false,
      checks: [
        { result: 'released', reason: 'Attestation du fisc allemand', by: expect.stringMatching(/./) },
        { result: 'unavailable' },
      ],
    })
  })

  it('stays confirmed for a day if the service fails when staff ask again', async () => {
    vies.answer = viesAnswer(true)
    const params = { vatNumber: 'DE298765432' }
    const { preview } = await aGermanBuyer(app, params.vatNumber)
    await preview()

    vies.answer = viesRefusal('MS_UNAVAILABLE')
    app.clock.advance(1000)
    const staff = await aStaffBrowser(app)
    const refused = await staff.call(ask, { params })
    expect(refused).toMatchObject({ status: 503, error: { code: 'VAT_SERVICE_UNAVAILABLE' } })
    expect((await staff.call(get, { params })).data).toMatchObject({ isConfirmed: true, checks: [{ result: 'valid' }] })
    expect(await preview()).toMatchObject({ vat: 'confirmed' })
  })

  it('is shown without a service too, but cannot be asked about', async () => {
    const params = { vatNumber: 'DE136695976' }
    await aGermanBuyer(alone, params.vatNumber)
    const staff = await aStaffBrowser(alone)

    expect((await staff.call(get, { params })).data).toMatchObject({ isConfirmed: false, mayAsk: false, checks: [] })
    expect(await staff.call(ask, { params })).toMatchObject({ status: 409, error: { code: 'VAT_SERVICE_MISSING' } })
  })

  it('is unknown if nobody has used or checked it', async () => {
    const staff = await aStaffBrowser(app)
    const params = { vatNumber: 'DE999999999' }
    expect((await staff.call(get, { params })).status).toBe(404)
    expect((await staff.call(ask, { params })).status).toBe(404)
  })

  it('names its customers only to those who may see customers', async () => {
    const params = { vatNumber: 'DE136695976' }
    await aGermanBuyer(alone, params.vatNumber)
    const role = { name: 'Fisc', rights: ['checks.release' as const], created_at: alone.clock.now }
    const staff = await aStaffBrowser(alone, { ownRoleId: await insertRow(alone.deps.db, 'staff_role', role) })
    expect((await staff.call(get, { params })).data.customers).toBeNull()
  })
})

it('asks nobody about a number that changes no VAT', async () => {
  const asked = vies.enquiries.length
  const { id } = await aCustomer(app)
  const { browser, basket } = await aBasket(app, id)
  const { data } = await browser.call('POST /global/checkout/preview', { body: basket })
  expect(data).toMatchObject({ vat: null, total: { tax: { reason: 'domestic' } } })
  expect(vies.enquiries).toHaveLength(asked)
})
