import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import {
  aLedger,
  aLedgerCustomer,
  anOrderOf,
  aPaidCostOf,
  aPaymentOf,
  aReloadOf,
  funded,
  ledgerTime,
  pointsEarned,
  posted,
} from '#test/orders/ledger.ts'
import { ledgerViolations } from './invariants.ts'
import type { LedgerLine } from './ledger.ts'

let db: Db
let customer: string
let orderId: string
let reloadId: string
let costId: string
const hours = (count: number) => new Date(ledgerTime.getTime() + count * 3_600_000)

const line = (kind: 'card' | 'bank' | 'sales' | 'credit_holds', amountMinor: number): LedgerLine => ({
  account: { kind },
  amountMinor,
})

const own = (kind: 'wallet' | 'wallet_pending' | 'credit', amountMinor: number): LedgerLine => ({
  account: { kind, customerId: customer },
  amountMinor,
})

/**
 * Card order partly refunded, additional cost, reload credited, reload pending, credit, transfer in
 * EUR, points.
 */
beforeAll(async () => {
  db = await aLedger()
  customer = await aLedgerCustomer(db)
  await funded(db, customer, 10_000)
  orderId = await anOrderOf(db, customer)
  await aPaymentOf(db, customer, { orderId, capturedMinor: 5000, refundedMinor: 1500, state: 'partially_refunded' })
  await posted(db, { kind: 'payment', orderId, lines: [line('card', 5000), line('sales', -5000)] })
  await posted(db, { kind: 'refund', orderId, lines: [line('sales', 1500), line('card', -1500)] })

  costId = await aPaidCostOf(db, customer)
  await aPaymentOf(db, customer, { additionalCostId: costId, amountMinor: 2500, capturedMinor: 2500 })
  await posted(db, { kind: 'payment', additionalCostId: costId, lines: [line('card', 2500), line('sales', -2500)] })

  reloadId = await aReloadOf(db, customer)
  await aPaymentOf(db, customer, { reloadId, amountMinor: 10_000, capturedMinor: 10_000 })
  await posted(db, { kind: 'reload', reloadId, lines: [line('card', 10_000), own('wallet_pending', -10_000)] })
  await posted(db, {
    kind: 'reload-available',
    reloadId,
    lines: [own('wallet_pending', 10_000), own('wallet', -10_000)],
  })
  await db.updateTable('reload').set({ credited_at: ledgerTime }).where('id', '=', reloadId).execute()
  const waiting = await aReloadOf(db, customer)
  await aPaymentOf(db, customer, { reloadId: waiting, amountMinor: 10_000, capturedMinor: 10_000 })
  await posted(db, { kind: 'reload', reloadId: waiting, lines: [line('bank', 10_000), own('wallet_pending', -10_000)] })

  await onCredit()
  await inEuro()
  await pointsEarned(db, customer, 35, { orderId })
  await pointsEarned(db, customer, 20)
})

afterAll(() => db.destroy())

/** One order whose credit is reserved, one whose credit was captured. */
async function onCredit() {
  await db
    .insertInto('ledger_account')
    .values({
      kind: 'credit',
      customer_id: customer,
      currency: 'USD',
      normal_side: 'credit',
      floor_minor: -50_000,
      balance_minor: 0,
      created_at: ledgerTime,
    })
    .execute()
  for (const state of ['authorized', 'captured'] as const) {
    const bought = await anOrderOf(db, customer)
    const capturedMinor = state === 'captured' ? 5000 : 0
    await aPaymentOf(db, customer, { orderId: bought, method: 'credit', state, capturedMinor })
    await posted(db, {
      kind: 'credit-reserved',
      orderId: bought,
      lines: [own('credit', 5000), line('credit_holds', -5000)],
    })

    if (capturedMinor > 0)
      await posted(db, {
        kind: 'credit-captured',
        orderId: bought,
        lines: [line('credit_holds', 5000), line('sales', -5000)],
      })
  }
}

/** A transfer of 46.10 EUR for 50.00 USD, a fifth of it given back to the balance. */
async function inEuro() {
  const bought = await anOrderOf(db, customer)
  const intent = await aPaymentOf(db, customer, {
    orderId: bought,
    method: 'bank_transfer',
    amountMinor: 4610,
    capturedMinor: 4610,
    refundedMinor: 922,
    state: 'partially_refunded',
  })
  await db.updateTable('payment_intent').set({ currency: 'EUR', usd_minor: 5000 }).where('id', '=', intent).execute()
  await db
    .insertInto('payment_refund')
    .values({
      id: randomUUID(),
      intent_id: intent,
      amount_minor: 922,
      usd_minor: 1000,
      state: 'done',
      reason: '',
      asked_by: 'test',
      asked_at: ledgerTime,
      done_at: ledgerTime,
    })
    .execute()
  await posted(db, {
    kind: 'payment',
    orderId: bought,
    lines: [
      { account: { kind: 'bank', currency: 'EUR' }, amountMinor: 4610 },
      { account: { kind: 'exchange', currency: 'EUR' }, amountMinor: -4610 },
      { account: { kind: 'exchange' }, amountMinor: 5000 },
      line('sales', -5000),
    ],
  })
  await posted(db, { kind: 'refund', orderId: bought, lines: [line('sales', 1000), own('wallet', -1000)] })
}

/** What the check says once this was done behind the ledger's back; nothing of it stays. */
async function violationsAfter(...faults: RawBuilder<unknown>[]): Promise<string[]> {
  let found: string[] = []
  const undo = new Error('undone')
  const planting = db.transaction().execute(async (trx) => {
    for (const table of ['ledger_entry', 'ledger_transaction', 'ledger_account', 'payment_event'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await sql`alter table ledger_account drop constraint ledger_floor`.execute(trx)
    for (const fault of faults) await fault.execute(trx)
    found = await ledgerViolations(trx, hours(1))

    // In parts, each of which sees a few rows, it finds the same.
    expect((await ledgerViolations(trx, hours(1), 5)).toSorted()).toEqual(found.toSorted())

    throw undo
  })
  await planting.catch((error: unknown) => {
    if (error !== undo) throw error
  })

  return [...new Set(found.map((words) => words.slice(0, words.indexOf(':'))))]
}

const oneEntry = sql`(select min(entry.id) from ledger_entry entry join ledger_account account on account.id = account_id
  where account.kind = 'wallet')`
const wallet = sql`(select id from ledger_account where kind = 'wallet')`

describe('the check of the ledger (quality, Ledger)', () => {
  it('finds no violation in a normal ledger', async () => {
    expect(await ledgerViolations(db, hours(1))).toEqual([])
    expect(await ledgerViolations(db, hours(1), 64)).toEqual([])
  })

  it('reports at most twenty violations per rule', async () => {
    const fault = sql`insert into ledger_transaction (kind, idempotency_key, created_at)
      select 'adjustment', 'empty ' || i, now() from generate_series(1, 50) i`
    await db
      .transaction()
      .execute(async (trx) => {
        await sql`alter table ledger_transaction disable trigger user`.execute(trx)
        await fault.execute(trx)
        for (const parts of [1, 16]) expect(await ledgerViolations(trx, undefined, parts)).toHaveLength(20)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error.message).toBe('undone'))
  })

  it.each<[string, RawBuilder<unknown>[], string[]]>([
    [
      'an entry of another amount',
      [sql`update ledger_entry set amount_minor = amount_minor - 1 where id = ${oneEntry}`],
      [
        'a posting does not balance',
        'a balance is not the sum of its entries',
        'the history of an account does not add up',
      ],
    ],
    [
      'two amounts that cancel out over the whole ledger, each in a posting of its own',
      [
        sql`update ledger_entry set amount_minor = amount_minor + 7 where account_id in
          (select id from ledger_account where kind = 'goodwill')`,
        sql`update ledger_entry set amount_minor = amount_minor - 7 where account_id in
          (select id from ledger_account where kind = 'exchange' and currency = 'USD')`,
      ],
      ['a posting does not balance'],
    ],
    [
      'a posting without entries',
      [sql`insert into ledger_transaction (kind, idempotency_key, created_at) values ('adjustment', 'x', now())`],
      ['a posting has fewer than two entries'],
    ],
    [
      'a balance that was set',
      [sql`update ledger_account set balance_minor = balance_minor + 1 where id = ${wallet}`],
      ['a balance is not the sum of its entries'],
    ],
    [
      'a history that says another balance',
      [sql`update ledger_entry set balance_after_minor = 1 where id = ${oneEntry}`],
      ['the history of an account does not add up'],
    ],
    [
      'a floor that does not hold',
      [sql`update ledger_account set floor_minor = -1 where kind = 'credit'`],
      ['an account is below its floor'],
    ],
    [
      'points in a currency of money',
      [sql`update ledger_account set currency = 'USD' where kind = 'points'`],
      ['points and money are mixed', 'an entry has another currency than its account'],
    ],
    [
      'money in points',
      [
        sql`insert into ledger_account (kind, customer_id, currency, normal_side, floor_minor, balance_minor, created_at)
        select 'wallet', customer_id, 'PTS', 'credit', 0, 0, now() from ledger_account where kind = 'points'`,
      ],
      ['points and money are mixed'],
    ],
    [
      'points that nobody was given',
      [sql`update ledger_account set balance_minor = 1000 where kind = 'points'`],
      ['a balance is not the sum of its entries', 'points are not the sum of their lots'],
    ],
    [
      'points that left no lot',
      [sql`update point_lot set expired = 5 where points = 35`],
      ['points are not the sum of their lots'],
    ],
    [
      'a lot that was not posted',
      [sql`update point_lot set points = 36, expired = 1 where points = 35`],
      ['a lot is not what was posted for it'],
    ],
    [
      'used points without a coupon',
      [sql`update point_lot set used = 5, reversed = 0 where points = 35`],
      ['points are not the sum of their lots', 'the used points of a lot are not those of its coupons'],
    ],
    [
      'owed points beside others',
      [
        sql`update point_lot set used = 35, reversed = 2 where points = 35`,
        sql`insert into coupon (id, customer_id, code, coupon, source, issued_at)
          select gen_random_uuid(), customer_id, 'OWED', '{}', 'test', now() from point_lot where points = 35`,
        sql`insert into point_use (coupon_id, lot_id, points)
          select coupon.id, point_lot.id, 35 from coupon, point_lot where code = 'OWED' and point_lot.points = 35`,
      ],
      ['points are not the sum of their lots', 'points are owed while others are left'],
    ],
    [
      'a reward that waits for nothing',
      [
        sql`insert into point_reward (customer_id, source, task, month, points, earned_at)
          select customer_id, 'task:profile', 'profile', '2026-03', 50, now() from point_lot where points = 35`,
      ],
      ['a reward waits although no points are owed'],
    ],
  ])('names %s', async (_name, faults, expected) => {
    expect((await violationsAfter(...faults)).toSorted()).toEqual(expected.toSorted())
  })

  it.each<[string, () => RawBuilder<unknown>[], string[]]>([
    [
      'a capture that was not posted',
      () => [
        sql`update payment_intent set captured_minor = captured_minor + 100 where order_id = ${orderId}`,
        sql`update payment_event set amount_minor = amount_minor + 100 where type = 'captured'
          and intent_id in (select id from payment_intent where order_id = ${orderId})`,
      ],
      ['captured minus refunded of an order is not its sales'],
    ],
    [
      'sales booked to another order',
      () => [
        sql`update ledger_transaction set order_id = (select id from customer_order where id <> ${orderId} limit 1)
          where kind = 'payment' and order_id = ${orderId}`,
      ],
      ['captured minus refunded of an order is not its sales'],
    ],
    [
      'a refund in another currency at another rate',
      () => [sql`update payment_refund set usd_minor = 999`],
      ['captured minus refunded of an order is not its sales'],
    ],
    [
      'an additional cost whose capture was posted to an order',
      () => [
        sql`update ledger_transaction set additional_cost_id = null, order_id = ${orderId}
          where additional_cost_id = ${costId}`,
      ],
      [
        'captured minus refunded of an order is not its sales',
        'captured minus refunded of an additional cost is not its sales',
      ],
    ],
    [
      'an additional cost that has its money but is not paid',
      () => [sql`update additional_cost set state = 'requested' where id = ${costId}`],
      ['an additional cost is paid without the money for it, or has it without being paid'],
    ],
    [
      'an additional cost that is paid by held money',
      () => [sql`update payment_intent set state = 'held' where additional_cost_id = ${costId}`],
      ['an additional cost is paid without the money for it, or has it without being paid'],
    ],
    [
      'a reload credited with more than was paid',
      () => [
        sql`update payment_intent set captured_minor = 9000 where reload_id = ${reloadId}`,
        sql`update payment_event set amount_minor = 9000 where intent_id in
          (select id from payment_intent where reload_id = ${reloadId})`,
      ],
      ['a reload is not what was paid for it'],
    ],
    [
      'a reload that can be spent too early (PAY-11)',
      () => [sql`update reload set credited_at = null where id = ${reloadId}`],
      ['a reload can be spent before it is credited, or is pending after'],
    ],
    [
      'a reload called credited that is still pending',
      () => [sql`update reload set credited_at = now() where credited_at is null`],
      ['a reload can be spent before it is credited, or is pending after'],
    ],
    [
      'credit held for a payment that is over',
      () => [sql`update payment_intent set state = 'voided' where state = 'authorized'`],
      ['credit is held for an order without an authorised payment, or not held for one'],
    ],
    [
      'sums that no event tells',
      () => [sql`delete from payment_event where type = 'refunded'`],
      ['the sums of a payment are not those of its events'],
    ],
  ])('names %s', async (_name, faults, expected) => {
    expect(await violationsAfter(...faults())).toEqual(expected)
  })

  it('reports ids and no personal data', async () => {
    const email = await db.selectFrom('customer').select('email').executeTakeFirstOrThrow()
    await db
      .transaction()
      .execute(async (trx) => {
        await sql`alter table ledger_account disable trigger user`.execute(trx)
        await sql`update ledger_account set balance_minor = balance_minor + 1 where id = ${wallet}`.execute(trx)
        const [first = ''] = await ledgerViolations(trx)
        expect(first).toMatch(/^a balance is not the sum of its entries: [0-9a-f-]{36} wallet \d+$/)
        expect(first).not.toContain(email.email)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error.message).toBe('undone'))
  })
})

describe('a payment that is open past its limit', () => {
  const limit = 'a payment is open past its limit'
  it.each([
    ['card', 'requires_action', 24],
    ['bank_transfer', 'awaiting_funds', 14 * 24],
    ['balance', 'created', 0],
    ['credit', 'authorized', 0],
  ] as const)('is reported (%s, %s) one hour after %d hours', async (method, state, allowed) => {
    const other = await aLedger()
    const payer = await aLedgerCustomer(other)
    await aPaymentOf(other, payer, { reloadId: await aReloadOf(other, payer), method, state })

    const late = async (now: Date) => (await ledgerViolations(other, now)).filter((words) => words.startsWith(limit))
    expect(await late(hours(allowed + 1))).toEqual([])
    expect(await late(new Date(hours(allowed + 1).getTime() + 1))).toHaveLength(1)
    expect(await ledgerViolations(other)).toEqual([])

    await other.destroy()
  })

  it('is reported after its own expiry date, and never while it is held', async () => {
    const other = await aLedger()
    const payer = await aLedgerCustomer(other)
    const intent = await aPaymentOf(other, payer, { reloadId: await aReloadOf(other, payer), state: 'requires_action' })
    const late = async (now: Date) => (await ledgerViolations(other, now)).length

    await other
      .updateTable('payment_intent')
      .set({ expires_at: hours(2) })
      .where('id', '=', intent)
      .execute()

    expect([await late(hours(3)), await late(hours(3.1))]).toEqual([0, 1])

    await other.updateTable('payment_intent').set({ state: 'held' }).where('id', '=', intent).execute()
    expect(await late(hours(1000))).toBe(0)

    await other.destroy()
  })
})
