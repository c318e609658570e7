import { randomUUID } from 'node:crypto'
import type { Coupon } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { aCoupon, aPlacedOrder } from '#test/orders/orders.ts'
import { rowOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { postDiscount, returnCoupon, takeCoupon } from './coupon.service.ts'

const app = useApp()

const dayMs = 86_400_000
const later = (days: number) => new Date(app.clock.now.getTime() + days * dayMs)

/** An issued code and the request that issued it. */
async function aCode(traits: { coupon?: Coupon; mostUses?: number; days?: number; validDays?: number } = {}) {
  const staff = await aStaffBrowser(app)
  const body = {
    code: `CODE-${randomUUID().slice(0, 8).toUpperCase()}`,
    coupon: traits.coupon ?? ({ type: 'amount', usd: 10, minGoodsUsd: 50 } as const),
    mostUses: traits.mostUses ?? 100,
    redeemableUntil: later(traits.days ?? 10).toISOString(),
    validDays: traits.validDays ?? 30,
  }
  const { status } = await staff.call('POST /global/staff/coupon', { body })

  expect(status).toBe(200)

  return { staff, body, code: body.code }
}

async function aRedeemer() {
  const { id } = await aCustomer(app)
  return { id, browser: await aBrowserOf(app, id) }
}

const redeem = (browser: Awaited<ReturnType<typeof aRedeemer>>['browser'], code: string) =>
  browser.call('POST /global/account/promoCode/redeem', { body: { code } })

describe('coupon codes', () => {
  it('become a coupon of the customer who redeems them, once, ignoring case (spec 9)', async () => {
    const { code } = await aCode()
    const { browser } = await aRedeemer()
    const { data } = await redeem(browser, ` ${code.toLowerCase()} `)

    expect(data).toMatchObject({
      coupon: { type: 'amount', usd: 10, minGoodsUsd: 50 },
      status: 'active',
      state: 'active',
      orderId: null,
      expiresAt: later(30).toISOString(),
    })
    expect(data.code).toMatch(new RegExp(`^${code}-[A-Z0-9]{8}$`))
    expect((await redeem(browser, code)).error.code).toBe('COUPON_CODE_USED')

    const { data: list } = await browser.call('GET /global/account/promoCodeList', { query: {} })
    expect(list).toMatchObject({ total: 1, coupons: [{ id: data.id }] })
  })

  it('can be redeemed by a limited number of customers', async () => {
    const { code } = await aCode({ mostUses: 1 })
    const first = await aRedeemer()
    const second = await aRedeemer()
    expect((await redeem(first.browser, code)).status).toBe(200)
    expect((await redeem(second.browser, code)).error.code).toBe('COUPON_CODE_INVALID')
  })

  it('are redeemed once by a customer who sends twelve requests at once', async () => {
    const { code } = await aCode({ mostUses: 5 })
    const { id } = await aRedeemer()
    const browsers = await Promise.all(Array.from({ length: 10 }, () => aBrowserOf(app, id)))
    const answers = await Promise.all(browsers.map((browser) => redeem(browser, code)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)

    expect((await rowOf(app, 'coupon_offer', { code })).uses_left).toBe(4)
  })

  it('expire, and an unknown code is answered like an expired one', async () => {
    const { code } = await aCode({ days: 0 })
    const { browser } = await aRedeemer()
    expect((await redeem(browser, code)).error.code).toBe('COUPON_CODE_INVALID')
    expect((await redeem(browser, 'NEVER-WAS')).error.code).toBe('COUPON_CODE_INVALID')
  })

  it('cannot be issued twice', async () => {
    const { staff, body } = await aCode()
    expect((await staff.call('POST /global/staff/coupon', { body })).error.code).toBe('COUPON_CODE_USED')
  })

  it('are issued by staff only (STF-1)', async () => {
    const { body } = await aCode()
    const { browser } = await aRedeemer()
    const mine = { ...body, code: 'MY-OWN-CODE' }
    expect((await browser.call('POST /global/staff/coupon', { body: mine })).status).toBe(403)
    expect((await redeem(browser, 'MY-OWN-CODE')).error.code).toBe('COUPON_CODE_INVALID')
  })
})

describe('the list of coupons', () => {
  it('shows usable coupons first, then the newest, each with its state', async () => {
    const { id, browser } = await aRedeemer()
    const expired = await aCoupon(app, id, undefined, { expiresAt: later(0) })
    const withdrawn = await aCoupon(app, id, undefined, { withdrawnAt: app.clock.now })
    const active = await aCoupon(app, id, undefined, { expiresAt: later(1) })
    const used = await aCoupon(app, id)
    const order = await aPlacedOrder(app, id)
    await app.deps.db
      .transaction()
      .execute((trx) => takeCoupon(trx, { customerId: id, couponId: used, orderId: order.id, now: app.clock.now }))
    const stranger = await aRedeemer()
    await aCoupon(app, stranger.id)

    const { data } = await browser.call('GET /global/account/promoCodeList', { query: {} })
    expect(data.total).toBe(4)
    expect(data.coupons[0]).toMatchObject({ id: active, state: 'active', status: 'active' })
    expect(new Map(data.coupons.map((coupon) => [coupon.id, coupon.state]))).toEqual(
      new Map([
        [active, 'active'],
        [expired, 'expired'],
        [withdrawn, 'withdrawn'],
        [used, 'used'],
      ]),
    )
    expect(data.coupons.find((coupon) => coupon.id === used)?.orderId).toBe(order.id)
    const { data: inactive } = await browser.call('GET /global/account/promoCodeList', {
      query: { status: 'inactive', pageSize: 2, page: 2 },
    })
    expect(inactive).toMatchObject({ total: 3, coupons: [{ status: 'inactive' }] })
    const { data: usable } = await browser.call('GET /global/account/promoCodeList', { query: { status: 'active' } })
    expect(usable).toMatchObject({ total: 1, coupons: [{ id: active }] })
  })

  it.each<[Coupon, string, string]>([
    [{ type: 'amount', usd: 5, minGoodsUsd: 0 }, '5 $US de remise sur les pièces', '$5 off parts'],
    [
      { type: 'amount', usd: 12.5, minGoodsUsd: 100 },
      '12,50 $US de remise sur les pièces, dès 100 $US de pièces',
      '$12.50 off parts, from $100 of parts',
    ],
    [
      { type: 'percent', percent: 10, capUsd: 500 },
      '10 % de remise sur les pièces, au plus 500 $US',
      '10% off parts, $500 at most',
    ],
    [
      { type: 'shipping', usd: 15, minGoodsUsd: 100 },
      '15 $US de remise sur le transport, dès 100 $US de pièces',
      '$15 off shipping, from $100 of parts',
    ],
    [
      { type: 'expressUpgrade', capUsd: 40 },
      'Délai express offert, jusqu’à 40 $US',
      'Free express lead time, up to $40',
    ],
  ])('says what %o takes off, in both languages', async (coupon, french, english) => {
    const { id, browser } = await aRedeemer()
    await aCoupon(app, id, coupon)
    const said = async () =>
      (await browser.call('GET /global/account/promoCodeList', { query: {} })).data.coupons[0]?.description
    expect((await said())?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(french)
    browser.language = 'en'
    expect(await said()).toBe(english)
  })
})

describe('the coupon of a cancelled order', () => {
  it('is returned once with its discount and can be used for another order (CPN-1)', async () => {
    const { id } = await aRedeemer()
    const { db } = app.deps
    const couponId = await aCoupon(app, id)
    const first = await aPlacedOrder(app, id)
    const second = await aPlacedOrder(app, id)
    const now = app.clock.now
    const take = (orderId: string) =>
      db.transaction().execute(async (trx) => {
        await takeCoupon(trx, { customerId: id, couponId, orderId, now })
        await postDiscount(trx, { customerId: id, orderId, discountMinor: 500, now })
      })
    const giveBack = (orderId: string) => db.transaction().execute((trx) => returnCoupon(trx, orderId, now))
    const orderOf = async () =>
      (await db.selectFrom('coupon').select('order_id').where('id', '=', couponId).executeTakeFirst())?.order_id

    await take(first.id)
    await expect(take(second.id)).rejects.toMatchObject({ code: 'COUPON_UNUSABLE' })
    await Promise.all(Array.from({ length: 8 }, () => giveBack(first.id)))
    expect(await orderOf()).toBeNull()
    await take(second.id)
    await giveBack(first.id)
    expect(await orderOf()).toBe(second.id)

    const kinds = await db
      .selectFrom('ledger_transaction')
      .innerJoin('ledger_entry', 'transaction_id', 'ledger_transaction.id')
      .innerJoin('ledger_account', 'ledger_account.id', 'account_id')
      .select(['ledger_transaction.kind', 'order_id', 'amount_minor'])
      .where('ledger_account.kind', '=', 'discounts')
      .where('order_id', 'in', [first.id, second.id])
      .orderBy('ledger_entry.id')
      .execute()
    expect(kinds).toEqual([
      { kind: 'coupon', order_id: first.id, amount_minor: '500' },
      { kind: 'coupon-returned', order_id: first.id, amount_minor: '-500' },
      { kind: 'coupon', order_id: second.id, amount_minor: '500' },
    ])
    expect(await ledgerViolations(db)).toEqual([])
  })

  it('is not returned for an order without a coupon', async () => {
    const { id } = await aRedeemer()
    const order = await aPlacedOrder(app, id)
    await app.deps.db.transaction().execute((trx) => returnCoupon(trx, order.id, app.clock.now))
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })
})
