import { randomUUID } from 'node:crypto'
import { minorAtRate } from '@cotation/pricing'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerQuestion } from '#features/quote/commands/expert.service.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, type TestCustomer } from '#test/builders.ts'
import { aBasket, aCoupon, anAddress, insertExpressAccount, type PreviewBody } from '#test/orders/orders.ts'
import { configure, someLines } from '#test/quote/quotes.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let customer: TestCustomer

beforeEach(async () => {
  customer = await aCustomer(app)
})

async function preview(browser: Browser, body: PreviewBody) {
  const { data, error } = await browser.call('POST /global/checkout/preview', { body })
  if (!data) throw new Error(error.code)
  return data
}

describe('checkout preview', () => {
  it('shows lines with price and days, carriers with rate and days, and the total (spec 3)', async () => {
    const { browser, basket, lines } = await aBasket(app, customer.id, 'block', 'largerBlock')
    const view = await preview(browser, basket)

    expect(view.lines.map(({ lineId, totalMinor, workingDays }) => [lineId, totalMinor, workingDays])).toEqual(
      lines.map(({ id, price }) => [id, price?.linePrice.minor, price?.leadTime.workingDays]),
    )
    expect(view.left).toEqual([])
    expect(view.offers.map(({ carrier, served }) => [carrier, served])).toEqual([
      ['dhl', true],
      ['fedex', true],
      ['sf', true],
    ])

    const total = view.total
    const dhl = view.offers.find(({ carrier }) => carrier === 'dhl')

    expect(total?.shipping.minor).toBe(dhl?.minor)
    expect(view.dates).toEqual(dhl?.dates)

    const goods = view.lines.reduce((sum, line) => sum + line.totalMinor, 0)
    expect(total?.totalMinor).toBe(
      goods + (total?.smallOrderMinor ?? 0) + (total?.shipping.minor ?? 0) + (total?.tax.minor ?? 0),
    )
    expect(total?.points).toBeGreaterThan(0)
    expect(view.wording.exw).toMatch(/EXW/)
    expect(view.left).toEqual([])
    expect(view.entrust).toBe(false)
  })

  it('explains the billed weight, and estimates duty and import VAT beside the total', async () => {
    const { browser, basket } = await aBasket(app, customer.id, 'block')
    const { lines, cartons, offers, total, landed, volumetricCm3PerKg } = await preview(browser, basket)
    const [carton] = cartons
    if (!carton || !total || landed?.state !== 'estimated') throw new Error('nothing is estimated')

    const volumeCm3 = carton.sizeMm.reduce((volume, side) => (volume * side) / 10, 1)
    expect(carton.volumetricKg).toBeCloseTo(volumeCm3 / volumetricCm3PerKg, 9)
    expect(carton.chargeableKg).toBe(offers[0]?.chargeableKg)
    expect(carton.chargeableKg).toBeGreaterThanOrEqual(Math.max(carton.realKg, carton.volumetricKg))

    const valueMinor = total.totalMinor - total.tax.minor
    expect(landed.charges.map(({ kind, baseMinor, ratePercent }) => [kind, baseMinor, ratePercent])).toEqual([
      ['duty', valueMinor, 6.5],
      ['tax', valueMinor + landed.dutyMinor, 20],
    ])
    expect(lines[0]?.customs).toMatchObject({ hsCode: '392690', origin: 'CN' })
  })

  it('names material, process and colour in the caller’s language', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const french = await preview(browser, basket)
    browser.language = 'en'

    const english = await preview(browser, basket)
    expect(french.lines[0]?.material).toBeTruthy()
    expect(french.lines[0]?.process).not.toBe('')
    expect(french.wording.exw).not.toBe(english.wording.exw)
    expect([french.lines[0]?.material, french.lines[0]?.colour]).not.toEqual([
      english.lines[0]?.material,
      english.lines[0]?.colour,
    ])
    expect(french.priceKey).toBe(english.priceKey)
  })

  it('shows no total before address and carrier are chosen, and no carriers before an address', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const nowhere = await preview(browser, { ...basket, shippingAddressId: null, carrier: null })
    expect(nowhere).toMatchObject({ total: null, landed: null, dates: null, offers: [], refusals: [] })
    const addressed = await preview(browser, { ...basket, carrier: null })
    expect(addressed.total).toBeNull()
    expect(addressed.offers).toHaveLength(3)
  })

  it('includes the ready lines and lists the others with their status (partial checkout)', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const [sheet] = await someLines(app, browser, basket.projectId, 'plate')

    expect(sheet?.status).toBe('needs-decision')

    const view = await preview(browser, { ...basket, lineIds: [...basket.lineIds, sheet?.id ?? ''] })
    expect(view.lines.map(({ lineId }) => lineId)).toEqual(basket.lineIds)
    expect(view.left).toEqual([{ lineId: sheet?.id, name: sheet?.name, status: 'needs-decision', order: null }])
    expect(view.total?.lines).toHaveLength(1)

    const alone = await preview(browser, basket)
    expect(view.priceKey).toBe(alone.priceKey)
  })

  it('uses an expert’s price and days for a line', async () => {
    const { browser, basket, lines } = await aBasket(app, customer.id)
    const [line] = lines
    if (!line) throw new Error('no line')

    await configure(browser, basket.projectId, line, { quantity: 3 })
    await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
      params: { projectId: basket.projectId, lineId: line.id },
      body: { question: 'Moins cher ?', email: customer.email },
    })

    expect((await preview(browser, basket)).left).toMatchObject([{ status: 'manual-quote' }])

    const answer = { state: 'answered', unitMinor: 1250, workingDays: 17, note: '', answeredBy: 'Léa' } as const
    await answerQuestion(app.deps, line.id, answer)

    const view = await preview(browser, basket)
    expect(view.lines).toMatchObject([{ quantity: 3, unitMinor: 1250, totalMinor: 3750, workingDays: 17 }])
    expect(view.total).toMatchObject({ goodsMinor: 3750, servicesMinor: 0, workingDays: 17 })
  })

  it('ships a part by the weight and size that the expert gave', async () => {
    const carriage = async (parcel: { sizeMm: [number, number, number]; weightG: number }) => {
      const { browser, basket, lines } = await aBasket(app, customer.id)
      const lineId = lines[0]?.id ?? ''
      await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
        params: { projectId: basket.projectId, lineId },
        body: { question: 'Moins cher ?', email: customer.email },
      })

      const answer = {
        state: 'answered',
        unitMinor: 1250,
        workingDays: 17,
        note: '',
        answeredBy: 'Léa',
        parcel,
      } as const
      await answerQuestion(app.deps, lineId, answer)

      return (await preview(browser, basket)).total?.shipping.minor ?? 0
    }
    const small = await carriage({ sizeMm: [40, 30, 20], weightG: 100 })

    expect(await carriage({ sizeMm: [40, 30, 20], weightG: 9000 })).toBeGreaterThan(small)
    expect(await carriage({ sizeMm: [400, 300, 200], weightG: 100 })).toBeGreaterThan(small)
  })

  it('charges no carriage if the carrier bills the buyer’s account (freight collect)', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const paid = await preview(browser, basket)
    expect(paid.offers).toMatchObject([{ freightAccount: null }, { freightAccount: null }, { freightAccount: null }])

    await insertExpressAccount(app, customer.id, 'dhl', '123456789')
    await insertExpressAccount(app, customer.id, 'sf', '1234567890')
    const collected = await preview(browser, { ...basket, freightCollect: true })
    expect(collected.offers.map(({ carrier, freightAccount }) => [carrier, freightAccount])).toEqual([
      ['dhl', '123456789'],
      ['fedex', null],
      ['sf', null],
    ])

    expect(collected.total?.shipping.minor).toBe(0)
    expect(collected.total?.totalMinor).toBe((paid.total?.totalMinor ?? 0) - (paid.total?.shipping.minor ?? 0))

    const without = paid.offers.find(({ freightCollect }) => !freightCollect)
    expect(without?.carrier).toBe('sf')

    const ignored = await preview(browser, { ...basket, carrier: 'sf', freightCollect: true })
    expect(ignored.total?.shipping.minor).toBe(without?.minor)
  })

  it('refuses a carrier’s account number in the request: it comes from the profile', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const body = { ...basket, freightCollect: true, freightAccount: 'x' }
    const { status, error } = await browser.send('POST /global/checkout/preview', { body })
    expect([status, error.code]).toEqual([422, 'VALIDATION'])
  })

  it('shows amounts in the requested currency and charges USD', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const dollars = await preview(browser, basket)
    const euros = await preview(browser, { ...basket, currency: 'EUR' })
    expect(euros.total?.totalMinor).toBe(dollars.total?.totalMinor)
    expect(euros.total?.display).toMatchObject({ currency: 'EUR' })
    expect(euros.total?.display.totalMinor).not.toBe(dollars.total?.totalMinor)

    const { rate } = euros.display
    expect(euros.display.currency).toBe('EUR')
    expect(minorAtRate(Number(euros.total?.totalMinor), rate)).toBe(euros.total?.display.totalMinor)
    expect(euros.methods).toContainEqual({ method: 'card', refusal: null })
    expect(dollars.display).toEqual({ currency: 'USD', rate: 1 })
  })

  it('says why an order is refused instead of giving a price', async () => {
    const { browser, basket, lines } = await aBasket(app, customer.id)
    const couponId = await aCoupon(app, customer.id, { type: 'amount', usd: 5, minGoodsUsd: 100_000 })
    const view = await preview(browser, { ...basket, couponId })
    expect(view).toMatchObject({ total: null, refusals: [{ code: 'coupon-below-minimum', field: 'coupon' }] })
    expect(lines).toHaveLength(1)
  })

  it('gives points to persons and none to companies (spec 9)', async () => {
    const company = await aCustomer(app, { accountType: 'enterprise' })
    const { browser, basket } = await aBasket(app, company.id)
    expect((await preview(browser, basket)).total?.points).toBe(0)
  })

  it('lists the coupons that can be used now, and no others', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const active = await aCoupon(app, customer.id)
    await aCoupon(app, customer.id, undefined, { expiresAt: app.clock.now })
    await aCoupon(app, (await aCustomer(app)).id)
    expect((await preview(browser, basket)).coupons.map(({ id }) => id)).toEqual([active])
  })

  it('changes its price key with everything that affects the shown price (MON-5, MON-6)', async () => {
    const { browser, basket, lines } = await aBasket(app, customer.id)
    const couponId = await aCoupon(app, customer.id)
    const abroad = await anAddress(app, customer.id, 'shipping', {
      country: 'BR',
    })
    const keys = new Set<string>()
    const look = async (change: Partial<PreviewBody> = {}) => {
      keys.add((await preview(browser, { ...basket, ...change })).priceKey)
    }

    await look()
    await look()

    expect(keys.size).toBe(1)

    await look({ carrier: 'fedex' })
    await look({ shippingAddressId: abroad })
    await look({ couponId })
    await look({ currency: 'GBP' })
    await insertExpressAccount(app, customer.id, 'dhl', '123456789')
    await look({ freightCollect: true })

    const [line] = lines
    if (line) await configure(browser, basket.projectId, line, { quantity: 2 })
    await look()

    expect(keys.size).toBe(7)
  })
})

describe('preview of what is not the caller’s (BOL-2)', () => {
  it.each(['projectId', 'lineIds', 'shippingAddressId', 'couponId'] as const)(
    'answers another customer’s %s like an unknown one',
    async (field) => {
      const { browser, basket } = await aBasket(app, customer.id)
      const other = await aCustomer(app)
      const foreign = await aBasket(app, other.id)
      const theirs = {
        projectId: foreign.basket.projectId,
        lineIds: [...basket.lineIds, ...foreign.basket.lineIds],
        shippingAddressId: foreign.basket.shippingAddressId,
        couponId: await aCoupon(app, other.id),
      }[field]

      const unknown = field === 'lineIds' ? [...basket.lineIds, randomUUID()] : randomUUID()
      const answers = await Promise.all(
        [theirs, unknown].map((value) =>
          browser.call('POST /global/checkout/preview', { body: { ...basket, [field]: value } }),
        ),
      )

      const expected = field === 'couponId' ? [422, 'COUPON_UNUSABLE'] : [404, 'NOT_FOUND']
      expect(answers.map(({ status, error }) => [status, error.code])).toEqual([expected, expected])
    },
  )

  it('does not ship to a billing address', async () => {
    const { browser, basket } = await aBasket(app, customer.id)
    const shippingAddressId = await anAddress(app, customer.id, 'billing')
    const { status } = await browser.call('POST /global/checkout/preview', { body: { ...basket, shippingAddressId } })
    expect(status).toBe(404)
  })

  it('refuses visitors without an account', async () => {
    const { basket } = await aBasket(app, customer.id)
    expect((await app.browser().call('POST /global/checkout/preview', { body: basket })).status).toBe(401)
    const other = await aBrowserOf(app, (await aCustomer(app)).id)
    expect((await other.call('POST /global/checkout/preview', { body: basket })).status).toBe(404)
  })
})
