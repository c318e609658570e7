import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { aBasket, aCheckout, aCoupon, anAddress } from '#test/orders/orders.ts'
import { rowOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
let customerId: string
let otherId: string

beforeAll(async () => {
  customerId = (await aCustomer(app)).id
  otherId = (await aCustomer(app)).id
  await funded(app.deps.db, customerId, 1_000_000_00, app.clock.now)
})

afterAll(async () => expect(await ledgerViolations(app.deps.db)).toEqual([]))

async function stored() {
  const counts: Record<string, number> = {}
  for (const table of ['customer_order', 'payment_intent', 'ledger_transaction'] as const) {
    const { count } = await app.deps.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(count)
  }

  return counts
}

describe('checkout with ids of other customers (BOL-2)', () => {
  it.each(['projectId', 'lineIds', 'shippingAddressId', 'billingAddressId', 'couponId'] as const)(
    'answers another customer’s %s like an unknown one and stores nothing',
    async (field) => {
      const { browser, basket } = await aBasket(app, customerId)
      const foreign = await aBasket(app, otherId)
      const { body } = await aCheckout(browser, basket)
      const theirs = {
        projectId: foreign.basket.projectId,
        lineIds: [...basket.lineIds, ...foreign.basket.lineIds],
        shippingAddressId: foreign.basket.shippingAddressId,
        billingAddressId: await anAddress(app, otherId, 'billing'),
        couponId: await aCoupon(app, otherId),
      }[field]

      const unknown = field === 'lineIds' ? [...basket.lineIds, randomUUID()] : randomUUID()
      const before = await stored()

      for (const value of [theirs, unknown]) {
        const answer = await browser.call('POST /global/checkout/submit', {
          body: { ...body, submissionKey: randomUUID(), [field]: value },
        })
        expect([answer.status, answer.error.code]).toEqual(
          field === 'couponId' ? [422, 'COUPON_UNUSABLE'] : [404, 'NOT_FOUND'],
        )
      }

      expect(await stored()).toEqual(before)
    },
  )

  it('does not reveal another customer’s order with the same submission key', async () => {
    const mine = await aBasket(app, customerId)
    const theirs = await aBasket(app, otherId)
    await funded(app.deps.db, otherId, 100_000, app.clock.now)

    const { body } = await aCheckout(mine.browser, mine.basket)
    const { data: first } = await mine.browser.call('POST /global/checkout/submit', { body })
    const { body: other } = await aCheckout(theirs.browser, theirs.basket, { submissionKey: body.submissionKey })
    const { data: second } = await theirs.browser.call('POST /global/checkout/submit', { body: other })

    expect(second.orderId).not.toBe(first.orderId)
  })

  it('does not reorder another customer’s order', async () => {
    const { browser, basket } = await aBasket(app, customerId)
    const { data } = await browser.call('POST /global/checkout/submit', {
      body: (await aCheckout(browser, basket)).body,
    })
    const other = await aBrowserOf(app, otherId)
    for (const orderId of [data.orderId, randomUUID()]) {
      const answer = await other.call('POST /global/order/{orderId}/reorder', { params: { orderId } })
      expect([answer.status, answer.error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })
})

describe('amounts sent by the browser (MON-1)', () => {
  it('never change the total: it is the server’s, or the call is refused', async () => {
    const { browser, basket } = await aBasket(app, customerId)
    const { view, body } = await aCheckout(browser, basket)
    const numbers = fc.oneof(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.double({ noNaN: true }),
      fc.constant(0),
    )

    const fields = fc.constantFrom(
      ...['total', 'totalMinor', 'price', 'unitMinor', 'discountMinor', 'shippingMinor', 'taxMinor', 'points'],
      ...['weightG', 'volumeMm3', 'areaMm2', 'quantity', 'workingDays', 'rate', 'balance'],
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fields, numbers, { minKeys: 1, maxKeys: 4 }), async (claimed) => {
        const looked = await browser.send('POST /global/checkout/preview', { body: { ...basket, ...claimed } })
        const sent = await browser.send('POST /global/checkout/submit', { body: { ...body, ...claimed } })
        expect([looked.status, sent.status]).toEqual([422, 422])
      }),
      { seed: 6, numRuns: 25 },
    )

    const { data } = await browser.call('POST /global/checkout/submit', { body })
    const order = await rowOf(app, 'customer_order', { id: data.orderId })

    expect(Number(order.total_minor)).toBe(view.total?.totalMinor)
  })
})
