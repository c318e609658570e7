import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { findBalance } from '#src/money/ledger.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { manyCheckouts, submitAll } from '#test/orders/concurrent-checkouts.ts'
import { funded } from '#test/orders/ledger.ts'
import { aBasket, aCheckout, aCoupon } from '#test/orders/orders.ts'

/** Each test has its own database, since the controls corrupt theirs. */
let app: TestApp

beforeEach(async () => {
  app = await startApp()
})

afterEach(() => app.close())

async function storedOrders() {
  const { rows } = await sql<{ count: number }>`select count(*)::int from customer_order`.execute(app.deps.db)
  return rows[0]?.count
}

const wallet = async (customerId: string) => (await findBalance(app.deps.db, 'wallet', customerId)).balanceMinor

/** Submits many checkouts at once with funds for only some of them. */
async function aRushOnTheBalance(buyers: number, fundsFor: number) {
  const { customerId, totalMinor, submissions } = await manyCheckouts(app, buyers)
  // One cent less than one more order needs.
  await funded(app.deps.db, customerId, (fundsFor + 1) * totalMinor - 1, app.clock.now)

  const { orderIds, refusals } = await submitAll(app, customerId, submissions)

  return {
    orders: orderIds.length,
    refusals,
    stored: await storedOrders(),
    left: (await wallet(customerId)) - (totalMinor - 1),
    violations: await ledgerViolations(app.deps.db),
  }
}

/** Thousands of transactions on a machine that is busy with other work. */
const patience = { timeout: 180_000 }

describe('concurrent orders from one balance (PAY-1)', patience, () => {
  it('places exactly 37 of 1,000 orders over 60 connections with funds for 37', async () => {
    expect(await aRushOnTheBalance(1000, 37)).toEqual({
      orders: 37,
      stored: 37,
      left: 0,
      violations: [],
      refusals: { BALANCE_TOO_LOW: 963 },
    })
  })

  it('places as many orders as the balance can pay over HTTP', async () => {
    const { customerId, totalMinor, submissions } = await manyCheckouts(app, 40)
    await funded(app.deps.db, customerId, 7 * totalMinor, app.clock.now)

    const browser = await aBrowserOf(app, customerId)
    const answers = await Promise.all(
      submissions.map((body) => browser.call('POST /global/checkout/submit', { body: { ...body, agreeTerms: true } })),
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(answers.filter(({ status }) => status !== 200).map(({ error }) => error.code)).toEqual(
      Array.from({ length: 33 }, () => 'BALANCE_TOO_LOW'),
    )
    expect([await storedOrders(), await wallet(customerId)]).toEqual([7, 0])
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })

  it('detects a wallet without a lock (control)', async () => {
    await sql`
      create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
      declare account ledger_account%rowtype;
      begin
        select * into strict account from ledger_account where id = new.account_id;
        if account.customer_id is not null then
          -- Long enough for another order to read the same balance, on a busy machine too.
          perform pg_sleep(0.02);
          update ledger_account set balance_minor = account.balance_minor - new.amount_minor
            where id = new.account_id returning balance_minor into new.balance_after_minor;
        end if;
        return new;
      end $$`.execute(app.deps.db)

    const { orders, violations } = await aRushOnTheBalance(200, 7)
    expect(orders).toBeGreaterThan(7)
    expect(violations).not.toEqual([])
  })
})

/** A planted fault: orders do not store which lines they are of. */
async function forgetLines() {
  await sql`
    create function forget_line() returns trigger language plpgsql as $$
    begin new.line_id := null; return new; end $$`.execute(app.deps.db)
  await sql`create trigger forget_line before insert on order_line
    for each row execute function forget_line()`.execute(app.deps.db)
}

/** Submits the same checkout many times at once. */
async function aRepeatedCheckout(times: number) {
  const { id } = await aCustomer(app)
  await funded(app.deps.db, id, 1_000_000_00, app.clock.now)

  const { browser, basket } = await aBasket(app, id)
  const { view, body } = await aCheckout(browser, basket)
  const answers = await Promise.all(
    Array.from({ length: times }, () => browser.call('POST /global/checkout/submit', { body })),
  )

  return {
    answers: new Set(answers.map(({ status, data }) => JSON.stringify([status, data]))).size,
    statuses: [...new Set(answers.map(({ status }) => status))],
    stored: await storedOrders(),
    charged: (1_000_000_00 - (await wallet(id))) / (view.total?.totalMinor ?? 1),
    violations: await ledgerViolations(app.deps.db),
  }
}

describe('repeated submissions (PAY-2)', patience, () => {
  it('places and charges one order for 50 concurrent submissions with one answer', async () => {
    expect(await aRepeatedCheckout(50)).toEqual({
      answers: 1,
      statuses: [200],
      stored: 1,
      charged: 1,
      violations: [],
    })
  })

  it('places one order for one key sent for two projects at once', async () => {
    const { customerId, totalMinor, submissions } = await manyCheckouts(app, 40)
    await funded(app.deps.db, customerId, 100 * totalMinor, app.clock.now)

    const [first] = submissions
    const alike = submissions.map((submission) => ({ ...submission, submissionKey: first?.submissionKey ?? '' }))
    const { orderIds, refusals } = await submitAll(app, customerId, alike, 40)

    expect([new Set(orderIds).size, orderIds.length, refusals]).toEqual([1, 40, {}])
    expect(await storedOrders()).toBe(1)
    expect(await wallet(customerId)).toBe(99 * totalMinor)
  })

  it('detects orders that ignore submission keys and lines (control)', async () => {
    await sql`
      create function forget_submission() returns trigger language plpgsql as $$
      begin new.submission_key := gen_random_uuid(); return new; end $$`.execute(app.deps.db)
    await sql`create trigger forget_submission before insert on customer_order
      for each row execute function forget_submission()`.execute(app.deps.db)
    await forgetLines()

    const { stored, charged } = await aRepeatedCheckout(10)
    expect([stored, charged]).toEqual([10, 10])
  })
})

/** Submits the same lines from many tabs at once, each with its own key. */
async function aRushOnALine(tabs: number) {
  const { id } = await aCustomer(app)
  await funded(app.deps.db, id, 1_000_000_00, app.clock.now)

  const { browser, basket } = await aBasket(app, id)
  const { view, body } = await aCheckout(browser, basket)
  const answers = await Promise.all(
    Array.from({ length: tabs }, () =>
      browser.call('POST /global/checkout/submit', { body: { ...body, submissionKey: randomUUID() } }),
    ),
  )
  const placed = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200)

  return {
    stored: await storedOrders(),
    charged: (1_000_000_00 - (await wallet(id))) / (view.total?.totalMinor ?? 1),
    number: placed[0]?.data.number ?? '',
    codes: [...new Set(refused.map(({ error }) => error.code))],
    messages: refused.map(({ error }) => error.message),
    violations: await ledgerViolations(app.deps.db),
  }
}

describe('one line ordered from several tabs', patience, () => {
  it('places one order and refuses the others with its number', async () => {
    const { number, messages, ...outcome } = await aRushOnALine(20)
    expect(outcome).toEqual({ stored: 1, charged: 1, codes: ['LINE_ORDERED'], violations: [] })
    expect(messages.filter((message) => message.includes(number))).toHaveLength(19)
  })

  it('detects orders that forget their lines (control)', async () => {
    await forgetLines()
    const { stored, charged } = await aRushOnALine(10)
    expect([stored, charged]).toEqual([10, 10])
  })
})

/** Submits many checkouts with the same coupon at once. */
async function aRushOnACoupon(buyers: number) {
  const { customerId, totalMinor, submissions } = await manyCheckouts(app, buyers, {
    couponId: (id) => aCoupon(app, id, { type: 'amount', usd: 1, minGoodsUsd: 0 }),
  })
  await funded(app.deps.db, customerId, buyers * totalMinor, app.clock.now)

  const { orderIds, refusals } = await submitAll(app, customerId, submissions)
  const { rows } = await sql<{ discounts: number }>`
    select count(*)::int as discounts from ledger_transaction where kind = 'coupon'`.execute(app.deps.db)

  return {
    orders: orderIds.length,
    refusals,
    stored: await storedOrders(),
    discounts: rows[0]?.discounts,
    violations: await ledgerViolations(app.deps.db),
  }
}

describe('concurrent orders with one coupon (CPN-1)', patience, () => {
  it('uses a coupon once for 300 orders over 60 connections', async () => {
    expect(await aRushOnACoupon(300)).toEqual({
      orders: 1,
      stored: 1,
      discounts: 1,
      violations: [],
      refusals: { COUPON_UNUSABLE: 299 },
    })
  })

  it('detects a coupon whose use is not stored (control)', async () => {
    await sql`
      create function forget_use() returns trigger language plpgsql as $$
      begin new.order_id := null; new.used_at := null; return new; end $$`.execute(app.deps.db)
    await sql`create trigger forget_use before update on coupon for each row execute function forget_use()`.execute(
      app.deps.db,
    )

    const { orders, discounts } = await aRushOnACoupon(30)
    expect([orders, discounts]).toEqual([30, 30])
  })
})
