import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { lockPoints, usePoints } from '#src/money/points.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor } from '#test/builders.ts'
import { anOrderOf, aPaymentOf, aReloadOf, funded, pointsEarned, posted } from '#test/orders/ledger.ts'
import { aCoupon } from '#test/orders/orders.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
let customerId: string
let browser: Browser

beforeAll(async () => {
  customerId = (await aCustomer(app)).id
  browser = await aBrowserOf(app, customerId)
})

afterAll(async () => expect(await ledgerViolations(app.deps.db)).toEqual([]))

const minutes = (count: number) => new Date(app.clock.now.getTime() + count * 60_000)

function years(count: number) {
  const time = new Date(app.clock.now)
  time.setUTCFullYear(time.getUTCFullYear() + count)
  return time
}

const lists = {
  rechargeList: 'GET /global/account/balance/rechargeList',
  transactionList: 'GET /global/account/balance/transactionList',
  pointList: 'GET /global/account/balance/wePointTransactionList',
} as const

/** A new customer, so that all lists start empty. */
async function aNewCustomer() {
  const { id } = await aCustomer(app)
  return { id, browser: await aBrowserOf(app, id) }
}

/** A paid reload that becomes available at a given time. */
async function aPaidReload(owner: string, availableAt: Date, amountMinor = 10_000): Promise<string> {
  const { db } = app.deps
  const reloadId = await aReloadOf(db, owner, amountMinor, app.clock.now)
  await aPaymentOf(db, owner, { reloadId, amountMinor, capturedMinor: amountMinor, at: app.clock.now })
  await posted(db, {
    kind: 'reload',
    reloadId,
    customerId: owner,
    lines: [
      { account: { kind: 'card' }, amountMinor },
      { account: { kind: 'wallet_pending', customerId: owner }, amountMinor: -amountMinor },
    ],
  })

  const change = { paid_at: app.clock.now, available_at: availableAt }
  await db.updateTable('reload').set(change).where('id', '=', reloadId).execute()

  return reloadId
}

describe('the balance (spec 3)', () => {
  it('is zero for a new customer', async () => {
    const { browser: theirBrowser } = await aNewCustomer()
    expect((await theirBrowser.call('GET /global/account/balance', {})).data).toEqual({
      availableMinor: 0,
      pendingMinor: 0,
      nextAvailableAt: null,
      points: 0,
      credit: null,
      isRecharge: false,
    })
  })

  it('separates spendable and pending money and says when it becomes available (PAY-11)', async () => {
    await funded(app.deps.db, customerId, 4_200)
    await aPaidReload(customerId, minutes(5))
    await aPaidReload(customerId, minutes(3))
    const { data } = await browser.call('GET /global/account/balance', {})
    expect(data).toMatchObject({ availableMinor: 4_200, pendingMinor: 20_000 })
    expect(data.nextAvailableAt).toBe(minutes(3).toISOString())
  })

  it('does not include other customers’ money', async () => {
    for (const stranger of [app.browser(), await aVisitor(app)])
      expect((await stranger.call('GET /global/account/balance', {})).status).toBe(401)
    const { browser: theirBrowser } = await aNewCustomer()
    for (const key of Object.values(lists)) expect((await theirBrowser.call(key, { query: {} })).data.total).toBe(0)
  })
})

describe('reload records', () => {
  it('show the state and the payment of each reload, newest first', async () => {
    const { id, browser: theirBrowser } = await aNewCustomer()
    const { db } = app.deps
    const states = [
      ['requires_action', 'unpaid'],
      ['awaiting_funds', 'unpaid'],
      ['processing', 'paying'],
      ['held', 'paying'],
      ['failed', 'failed'],
      ['expired', 'failed'],
    ] as const
    for (const [i, [state]] of states.entries())
      await aPaymentOf(db, id, { reloadId: await aReloadOf(db, id, 10_000, minutes(-i - 10)), state, at: minutes(-i) })

    const paid = await aPaidReload(id, minutes(5))
    const { records, total } = (await theirBrowser.call(lists.rechargeList, { query: {} })).data

    expect(total).toBe(7)
    expect(records.map(({ state }) => state)).toEqual(['pending', ...states.map(([, state]) => state)])
    expect(records[0]).toMatchObject({ id: paid, amountMinor: 10_000, method: 'card', redirectUrl: null })
    expect(records[0]?.availableAt).toBe(minutes(5).toISOString())
    expect(records[0]?.payment).toMatchObject({ state: 'captured', capturedMinor: 10_000 })

    const settled = { credited_at: app.clock.now }
    await posted(db, {
      kind: 'reload-available',
      reloadId: paid,
      lines: [
        { account: { kind: 'wallet_pending', customerId: id }, amountMinor: 10_000 },
        { account: { kind: 'wallet', customerId: id }, amountMinor: -10_000 },
      ],
    })
    await db.updateTable('reload').set(settled).where('id', '=', paid).execute()

    expect((await theirBrowser.call(lists.rechargeList, { query: {} })).data.records[0]?.state).toBe('credited')
  })

  it('show the page of a card payment while it waits, and the newest of several payments', async () => {
    const { id, browser: theirBrowser } = await aNewCustomer()
    const reloadId = await aReloadOf(app.deps.db, id)
    await aPaymentOf(app.deps.db, id, { reloadId, state: 'failed', at: minutes(-2) })

    const intent = await aPaymentOf(app.deps.db, id, { reloadId, state: 'requires_action', at: minutes(-1) })
    const page = { provider_url: 'https://pay.example/1' }
    await app.deps.db.updateTable('payment_intent').set(page).where('id', '=', intent).execute()

    const [record] = (await theirBrowser.call(lists.rechargeList, { query: {} })).data.records
    expect(record).toMatchObject({ state: 'unpaid', redirectUrl: 'https://pay.example/1' })
  })
})

describe('transactions', () => {
  it('show every movement with its amount, the balance after it and its order', async () => {
    const { id, browser: theirBrowser } = await aNewCustomer()
    const { db } = app.deps
    await funded(db, id, 9_000)

    const orderId = await anOrderOf(db, id, 2_500)
    const { number } = await db
      .updateTable('customer_order')
      .set({ po_number: 'PO-77' })
      .where('id', '=', orderId)
      .returning('number')
      .executeTakeFirstOrThrow()

    const intentId = await aPaymentOf(db, id, { orderId, method: 'balance', amountMinor: 2_500, capturedMinor: 2_500 })
    const wallet = { kind: 'wallet', customerId: id } as const
    await posted(db, {
      kind: 'payment',
      orderId,
      intentId,
      customerId: id,
      note: 'Thanks',
      lines: [
        { account: wallet, amountMinor: 2_500 },
        { account: { kind: 'sales' }, amountMinor: -2_500 },
      ],
    })

    const { records, total } = (await theirBrowser.call(lists.transactionList, { query: {} })).data
    expect(total).toBe(2)
    expect(records[0]).toMatchObject({
      type: 'payment',
      amountMinor: -2_500,
      balanceMinor: 6_500,
      method: 'balance',
      status: 'done',
      note: 'Thanks',
      remark: 'PO-77',
      orderId,
      orderNumber: number,
    })
    expect(records[1]).toMatchObject({ type: 'adjustment', amountMinor: 9_000, balanceMinor: 9_000, orderId: null })
    expect((await theirBrowser.call('GET /global/account/balance', {})).data.availableMinor).toBe(
      records[0]?.balanceMinor,
    )
  })

  it('neither repeat nor skip rows across pages, even with equal times', async () => {
    const { id, browser: theirBrowser } = await aNewCustomer()
    await Promise.all(Array.from({ length: 45 }, (_, i) => funded(app.deps.db, id, i + 1)))

    const seen: { id: string; balanceMinor: number }[] = []
    for (const page of [1, 2, 3]) {
      const { data } = await theirBrowser.call(lists.transactionList, { query: { page, pageSize: 20 } })
      expect(data.total).toBe(45)
      seen.push(...data.records)
    }

    expect(new Set(seen.map((record) => record.id)).size).toBe(45)
    expect(seen.map(({ balanceMinor }) => balanceMinor)).toEqual(
      seen.map(({ balanceMinor }) => balanceMinor).toSorted((one, other) => other - one),
    )
    expect((await theirBrowser.call(lists.transactionList, { query: { page: 4, pageSize: 20 } })).data.records).toEqual(
      [],
    )
  })

  it.each([{ page: 0 }, { page: 10_001 }, { pageSize: 0 }, { pageSize: 101 }, { page: 'x' }, { sort: 'id' }])(
    'refuse the page %o (ABU-2)',
    async (query) => {
      for (const key of Object.values(lists)) expect((await browser.send(key, { query })).status).toBe(422)
    },
  )
})

describe('points', () => {
  it('are listed with the change and the balance of each movement', async () => {
    const { id, browser: theirBrowser } = await aNewCustomer()
    await pointsEarned(app.deps.db, id, 50, { now: app.clock.now })
    const couponId = await aCoupon(app, id)
    await app.deps.db.transaction().execute(async (trx) => {
      await usePoints(trx, await lockPoints(trx, id, app.clock.now), couponId, 20)
    })

    const { data } = await theirBrowser.call(lists.pointList, { query: {} })
    expect(data).toMatchObject({ total: 2, balance: 30 })
    expect(data.records.map(({ pointType, points, pointBalance }) => [pointType, points, pointBalance])).toEqual([
      ['points-exchanged', -20, 30],
      ['points-earned', 50, 50],
    ])
    expect((await theirBrowser.call('GET /global/account/balance', {})).data.points).toBe(30)
    expect((await theirBrowser.call(lists.transactionList, { query: {} })).data.total).toBe(0)
  })
})

describe('payments (spec 7, POST member/paymentList)', () => {
  it('show what was paid, how, and what was refunded', async () => {
    const { id, browser: theirBrowser } = await aNewCustomer()
    const { db } = app.deps
    const orderId = await anOrderOf(db, id)
    await aPaymentOf(db, id, { orderId, method: 'bank_transfer', state: 'failed', at: minutes(-5) })
    await aPaymentOf(db, id, { reloadId: await aReloadOf(db, id), state: 'requires_action', at: minutes(-1) })

    const { data } = await theirBrowser.call('POST /global/member/paymentList', { body: {} })
    expect(data.total).toBe(2)
    expect(
      data.records.map(({ subject, method, state, orderStatus }) => [subject, method, state, orderStatus]),
    ).toEqual([
      ['reload', 'card', 'requires_action', null],
      ['order', 'bank_transfer', 'failed', 'awaiting_payment'],
    ])

    const [first] = (await theirBrowser.call('POST /global/member/paymentList', { body: { page: 2, pageSize: 1 } }))
      .data.records
    expect(first).toMatchObject({ orderId, amountMinor: 5000, currency: 'USD', usdMinor: 5000, refundedMinor: 0 })

    const wrong = await theirBrowser.send('POST /global/member/paymentList', { body: { page: '1' } })
    expect(wrong.status).toBe(422)
  })
})

describe('history (spec 9)', () => {
  it('covers two years to the day and counts only what it shows', async () => {
    const { id, browser: theirBrowser } = await aNewCustomer()
    const { db } = app.deps
    const edges = [years(-2), new Date(years(-2).getTime() - 1)]
    for (const at of edges) {
      await funded(db, id, 100, at)
      await aPaymentOf(db, id, { reloadId: await aReloadOf(db, id, 10_000, at), state: 'failed', at })
    }

    const reloads = (await theirBrowser.call(lists.rechargeList, { query: {} })).data
    const transactions = (await theirBrowser.call(lists.transactionList, { query: {} })).data
    const payments = (await theirBrowser.call('POST /global/member/paymentList', { body: {} })).data
    for (const { records, total } of [reloads, transactions, payments]) expect([records.length, total]).toEqual([1, 1])

    expect(transactions.records[0]?.balanceMinor).toBe(100)
    expect((await theirBrowser.call('GET /global/account/balance', {})).data.availableMinor).toBe(200)

    const file = await theirBrowser.fetch('/gateway/global/account/balance/export/transaction')
    expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(2)
  })
})

describe('the export of balance lists', () => {
  it('refuses an unknown list', async () => {
    const answer = await browser.send('GET /global/account/balance/export/{list}', { params: { list: randomUUID() } })
    expect(answer.status).toBe(422)
  })
})
