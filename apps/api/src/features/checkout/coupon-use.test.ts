import type { Coupon } from '@cotation/domain'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { aCustomer, type TestCustomer } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { aBasket, aCheckout, aCoupon } from '#test/orders/orders.ts'
import { configurationOf, configure } from '#test/quote/quotes.ts'
import { rowsOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
let customer: TestCustomer

afterAll(async () => expect(await ledgerViolations(app.deps.db)).toEqual([]))

beforeEach(async () => {
  customer = await aCustomer(app)
  await funded(app.deps.db, customer.id, 1_000_000_00, app.clock.now)
})

/** Express parts with a service, so that every term of the total is present. */
async function aRichBasket() {
  const made = await aBasket(app, customer.id)
  const [line] = made.lines
  if (!line) throw new Error('no line')

  const services = [...configurationOf(line).services, { id: 'sandblasting', option: 'glass-120' } as const]
  const changed = await configure(made.browser, made.basket.projectId, line, {
    quantity: 40,
    lead: 'express',
    services,
  })

  expect(changed.status).toBe('ready')
  expect(changed.price?.services.minor).toBeGreaterThan(0)

  return made
}

const discountsOf = (orderId: string) =>
  app.deps.db
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_entry', 'transaction_id', 'ledger_transaction.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'account_id')
    .select(['ledger_account.kind', 'amount_minor'])
    .where('order_id', '=', orderId)
    .where('ledger_transaction.kind', '=', 'coupon')
    .orderBy('ledger_account.kind')
    .execute()

describe('coupons on orders (CPN-2)', () => {
  it.each<[string, Coupon]>([
    ['10 %', { type: 'percent', percent: 10 }],
    ['more than all', { type: 'amount', usd: 1_000_000, minGoodsUsd: 0 }],
    ['a round sum', { type: 'amount', usd: 7.77, minGoodsUsd: 0 }],
  ])('takes a coupon of %s off the goods only', async (_what, coupon) => {
    const { browser, basket } = await aRichBasket()
    const couponId = await aCoupon(app, customer.id, coupon)
    const { view: plain } = await aCheckout(browser, basket)
    const { view, body } = await aCheckout(browser, { ...basket, couponId })
    const before = plain.total
    const after = view.total
    if (!before || !after) throw new Error('no total')

    expect(after.discountMinor).toBeGreaterThan(0)
    expect(after.discountMinor).toBeLessThanOrEqual(before.goodsMinor)
    expect([after.shipping, after.servicesMinor, after.smallOrderMinor, after.goodsMinor]).toEqual([
      before.shipping,
      before.servicesMinor,
      before.smallOrderMinor,
      before.goodsMinor,
    ])
    expect(after.totalMinor).toBe(before.totalMinor - after.discountMinor)

    const { data } = await browser.call('POST /global/checkout/submit', { body })
    expect(await discountsOf(data.orderId)).toEqual([
      { kind: 'discounted_sales', amount_minor: String(-after.discountMinor) },
      { kind: 'discounts', amount_minor: String(after.discountMinor) },
    ])

    const lines = await rowsOf(app, 'order_line', { order_id: data.orderId })

    expect(lines).toMatchObject([
      { discount_minor: String(after.discountMinor), total_minor: String(before.goodsMinor + before.servicesMinor) },
    ])
  })

  it('takes a shipping coupon off the carriage only and posts it', async () => {
    const { browser, basket } = await aRichBasket()
    const couponId = await aCoupon(app, customer.id, { type: 'shipping', usd: 5, minGoodsUsd: 0 })
    const { view, body } = await aCheckout(browser, { ...basket, couponId })
    expect(view.total).toMatchObject({ discountMinor: 0, shipping: { discountMinor: 500 } })
    const { data } = await browser.call('POST /global/checkout/submit', { body })
    expect(await discountsOf(data.orderId)).toMatchObject([{ amount_minor: '-500' }, { amount_minor: '500' }])
  })

  it('marks a coupon used by its order and refuses it for the next', async () => {
    const { browser, basket } = await aRichBasket()
    const couponId = await aCoupon(app, customer.id)
    const { body } = await aCheckout(browser, { ...basket, couponId })
    const { data } = await browser.call('POST /global/checkout/submit', { body })
    const row = await app.deps.db.selectFrom('coupon').selectAll().where('id', '=', couponId).executeTakeFirst()

    expect(row).toMatchObject({ order_id: data.orderId, used_at: app.clock.now })

    const again = await browser.call('POST /global/checkout/preview', { body: { ...basket, couponId } })
    expect([again.status, again.error.code]).toEqual([422, 'COUPON_UNUSABLE'])
  })

  it.each<[string, { expiresAt?: Date; withdrawnAt?: Date }]>([
    ['expired', { expiresAt: new Date('2026-03-02T09:00:00Z') }],
    ['withdrawn', { withdrawnAt: new Date('2026-03-01T09:00:00Z') }],
  ])('refuses a coupon that is %s (CPN-1)', async (_what, traits) => {
    const { browser, basket } = await aBasket(app, customer.id)
    const couponId = await aCoupon(app, customer.id, undefined, traits)
    const { body } = await aCheckout(browser, basket)
    const { error } = await browser.call('POST /global/checkout/submit', { body: { ...body, couponId } })
    expect(error.code).toBe('COUPON_UNUSABLE')
  })
})
