import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, aVisitor } from '#test/builders.ts'
import { anOrderOf, aPaymentOf, posted } from '#test/orders/ledger.ts'
import { rowsOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
let staff: Browser

beforeAll(async () => {
  staff = await aStaffBrowser(app)
})

afterAll(async () => expect(await ledgerViolations(app.deps.db)).toEqual([]))

const calls = {
  credit: 'POST /global/staff/customer/{customerId}/credit',
  settle: 'POST /global/staff/customer/{customerId}/settlement',
  flags: 'PATCH /global/staff/customer/{customerId}',
} as const

const grant = (customerId: string, limitMinor: number, by = staff) =>
  by.call(calls.credit, { params: { customerId }, body: { limitMinor, reason: 'Known for years' } })
const settle = (customerId: string, amountMinor: number, key: string = randomUUID()) =>
  staff.call(calls.settle, { params: { customerId }, body: { amountMinor, reason: 'Transfer of May', key } })

async function aCompany() {
  const { id } = await aCustomer(app, { accountType: 'enterprise' })
  const browser = await aBrowserOf(app, id)
  const credit = async () => (await browser.call('GET /global/account/balance', {})).data.credit
  return { id, browser, credit }
}

/** Buys on credit and captures it, like a checkout. */
async function bought(customerId: string, minor: number): Promise<void> {
  const { db } = app.deps
  const orderId = await anOrderOf(db, customerId, minor)
  await posted(
    db,
    {
      kind: 'credit-reserved',
      orderId,
      customerId,
      lines: [
        { account: { kind: 'credit', customerId }, amountMinor: minor },
        { account: { kind: 'sales' }, amountMinor: -minor },
      ],
    },
    app.clock.now,
  )
  await aPaymentOf(db, customerId, { orderId, method: 'credit', amountMinor: minor, capturedMinor: minor })
}

describe('credit limits', () => {
  it('are granted to a company, shown to it, and recorded with staff member and reason', async () => {
    const company = await aCompany()
    expect(await company.credit()).toBeNull()
    expect((await grant(company.id, 500_000)).status).toBe(200)
    expect(await company.credit()).toEqual({
      limitMinor: 500_000,
      owedMinor: 0,
      overdueMinor: 0,
      nextDueAt: null,
      isSuspended: false,
    })

    const grants = await rowsOf(app, 'credit_grant', { customer_id: company.id })

    expect(grants).toMatchObject([{ limit_minor: '500000', reason: 'Known for years' }])
  })

  it('are refused for a person', async () => {
    const { id } = await aCustomer(app)
    const answer = await grant(id, 1000)
    expect([answer.status, answer.error.code]).toEqual([422, 'CREDIT_NOT_POSSIBLE'])
  })

  it('cannot fall below the amount owed, and can be 0 once nothing is owed', async () => {
    const company = await aCompany()
    await grant(company.id, 10_000)
    await bought(company.id, 6_000)

    expect((await grant(company.id, 5_999)).error.code).toBe('CREDIT_NOT_POSSIBLE')
    expect((await grant(company.id, 6_000)).status).toBe(200)
    expect(await company.credit()).toMatchObject({ limitMinor: 6_000, owedMinor: 6_000 })
    await expect(bought(company.id, 1)).rejects.toThrow('CREDIT_TOO_LOW')

    await settle(company.id, 6_000)
    expect((await grant(company.id, 0)).status).toBe(200)
    expect(await company.credit()).toBeNull()
  })

  it.each([{ limitMinor: -1 }, { limitMinor: 1.5 }, { limitMinor: 1e15 }, { limitMinor: '100' }, { reason: '' }])(
    'are refused for %o',
    async (change) => {
      const { id } = await aCompany()
      const body = { limitMinor: 1000, reason: 'x', ...change }
      expect((await staff.send(calls.credit, { params: { customerId: id }, body })).status).toBe(422)
    },
  )
})

describe('amounts owed on credit', () => {
  it('fall due after 30 days, and a settlement pays the oldest first', async () => {
    const company = await aCompany()
    await grant(company.id, 100_000)

    const start = app.clock.now
    const dueDay = (days: number) => new Date(start.getTime() + (days + 30) * 86_400_000).toISOString()
    await bought(company.id, 3_000)
    app.clock.advance(10 * 86_400)
    company.browser.token = (await aBrowserOf(app, company.id)).token
    await bought(company.id, 2_000)

    expect(await company.credit()).toMatchObject({ owedMinor: 5_000, overdueMinor: 0, nextDueAt: dueDay(0) })

    app.clock.advance(20 * 86_400 - 1)
    company.browser.token = (await aBrowserOf(app, company.id)).token

    expect(await company.credit()).toMatchObject({ overdueMinor: 0 })

    app.clock.advance(1)
    expect(await company.credit()).toMatchObject({ overdueMinor: 3_000 })

    staff = await aStaffBrowser(app)
    expect((await settle(company.id, 2_500)).status).toBe(200)
    expect(await company.credit()).toMatchObject({ owedMinor: 2_500, overdueMinor: 500, nextDueAt: dueDay(0) })

    await settle(company.id, 500)
    expect(await company.credit()).toMatchObject({ owedMinor: 2_000, overdueMinor: 0, nextDueAt: dueDay(10) })
  })

  it('are not settled by the release of another order’s credit', async () => {
    const company = await aCompany()
    await grant(company.id, 100_000)
    await bought(company.id, 3_000)
    app.clock.advance(31 * 86_400)

    const orderId = await anOrderOf(app.deps.db, company.id, 900)
    for (const [kind, amountMinor] of [
      ['credit-reserved', 900],
      ['credit-released', -900],
    ] as const)
      await posted(
        app.deps.db,
        {
          kind,
          orderId,
          lines: [
            { account: { kind: 'credit', customerId: company.id }, amountMinor },
            { account: { kind: 'credit_holds' }, amountMinor: -amountMinor },
          ],
        },
        app.clock.now,
      )

    company.browser.token = (await aBrowserOf(app, company.id)).token
    expect(await company.credit()).toMatchObject({ owedMinor: 3_000, overdueMinor: 3_000 })
  })
})

describe('credit settlements', () => {
  beforeAll(async () => {
    staff = await aStaffBrowser(app)
  })

  it('count once per key, also for concurrent requests', async () => {
    const company = await aCompany()
    await grant(company.id, 10_000)
    await bought(company.id, 6_000)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => settle(company.id, 4_000, key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await company.credit()).toMatchObject({ owedMinor: 2_000 })
  })

  it('never exceed the amount owed, also for concurrent requests', async () => {
    const company = await aCompany()
    await grant(company.id, 10_000)
    await bought(company.id, 6_000)

    const answers = await Promise.all(Array.from({ length: 10 }, () => settle(company.id, 2_500)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.find(({ status }) => status !== 200)?.error.code).toBe('CREDIT_SETTLEMENT_TOO_HIGH')
    expect(await company.credit()).toMatchObject({ owedMinor: 1_000 })

    const { rows } = await app.deps.db
      .selectFrom('ledger_transaction')
      .select(({ fn }) => fn.countAll<string>().as('rows'))
      .where('customer_id', '=', company.id)
      .where('kind', '=', 'credit-settled')
      .where('staff_id', 'is not', null)
      .executeTakeFirstOrThrow()

    expect(Number(rows)).toBe(2)
  })

  it('are refused for a customer without credit', async () => {
    const { id } = await aCustomer(app)
    expect((await settle(id, 100)).error.code).toBe('CREDIT_SETTLEMENT_TOO_HIGH')
  })
})

describe('customer flags', () => {
  it('are set one by one and shown to the customer', async () => {
    const { id } = await aCustomer(app)
    const theirs = await aBrowserOf(app, id)
    await staff.call(calls.flags, { params: { customerId: id }, body: { isRecharge: true } })

    expect((await theirs.call('GET /global/account/balance', {})).data.isRecharge).toBe(true)

    await staff.call(calls.flags, { params: { customerId: id }, body: { isEntrustOrderAccount: true } })
    expect((await theirs.call('GET /global/account/me', {})).data).toMatchObject({
      isRecharge: true,
      isEntrustOrderAccount: true,
    })

    await staff.call(calls.flags, { params: { customerId: id }, body: {} })

    const wrong = await staff.send(calls.flags, { params: { customerId: id }, body: { isChannel: true } })
    expect(wrong.status).toBe(422)
  })
})

describe('access to credit and flags (STF-1)', () => {
  const bodies = {
    credit: { limitMinor: 1000, reason: 'x' },
    settle: { amountMinor: 100, reason: 'x', key: randomUUID() },
    flags: { isRecharge: true },
  }
  it('is limited to staff, without production staff', async () => {
    const company = await aCompany()
    const stranger = app.browser()
    const operator = await aStaffBrowser(app, 'operator')
    const success = await aStaffBrowser(app, 'customer-success')

    for (const name of ['credit', 'settle', 'flags'] as const) {
      const input = { params: { customerId: company.id }, body: bodies[name] }
      expect((await stranger.send(calls[name], input)).status).toBe(401)
      for (const other of [await aVisitor(app), company.browser, operator])
        expect((await other.send(calls[name], input)).status).toBe(403)
      expect((await success.send(calls[name], input)).status).toBe(name === 'flags' ? 200 : 403)
    }

    expect(await company.credit()).toBeNull()
  })

  it('answers NOT_FOUND for an unknown customer (BOL-1)', async () => {
    for (const name of ['credit', 'settle', 'flags'] as const) {
      const input = { params: { customerId: randomUUID() }, body: bodies[name] }
      expect((await staff.send(calls[name], input)).status).toBe(404)
    }
  })
})
