import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import { aLedger, aLedgerCustomer, funded, ledgerTime, pointsEarned, posted } from '#test/orders/ledger.ts'
import { ledgerViolations } from './invariants.ts'
import { findBalance, type LedgerLine, post } from './ledger.ts'

let db: Db

beforeAll(async () => {
  db = await aLedger()
})

afterAll(async () => {
  expect(await ledgerViolations(db)).toEqual([])
  await db.destroy()
})

const balanceOf = async (customerId: string) => (await findBalance(db, 'wallet', customerId)).balanceMinor

/** What a customer buys from the balance. */
const purchase = (customerId: string, amountMinor: number): LedgerLine[] => [
  { account: { kind: 'wallet', customerId }, amountMinor },
  { account: { kind: 'sales' }, amountMinor: -amountMinor },
]

const count = async (table: 'ledger_transaction' | 'ledger_entry') =>
  Number((await db.selectFrom(table).select(db.fn.countAll().as('rows')).executeTakeFirstOrThrow()).rows)

describe('a posting (quality, Ledger)', () => {
  it('moves money between accounts, and balances equal the sum of entries', async () => {
    const customer = await aLedgerCustomer(db)
    expect(await findBalance(db, 'wallet', customer)).toEqual({ balanceMinor: 0, floorMinor: 0 })
    await funded(db, customer, 10_000)
    await posted(db, { lines: purchase(customer, 2_550) })
    expect(await balanceOf(customer)).toBe(7_450)
  })

  it('is refused before any write if it does not balance in each currency', async () => {
    const customer = await aLedgerCustomer(db)
    const before = await count('ledger_transaction')
    const uneven: LedgerLine[][] = [
      [
        { account: { kind: 'goodwill' }, amountMinor: 100 },
        { account: { kind: 'wallet', customerId: customer }, amountMinor: -99 },
      ],
      [
        { account: { kind: 'bank', currency: 'EUR' }, amountMinor: 100 },
        { account: { kind: 'sales', currency: 'USD' }, amountMinor: -100 },
      ],
      [{ account: { kind: 'goodwill' }, amountMinor: 0 }],
      [
        { account: { kind: 'goodwill' }, amountMinor: Number.NaN },
        { account: { kind: 'sales' }, amountMinor: Number.NaN },
      ],
    ]
    for (const lines of uneven) await expect(posted(db, { lines })).rejects.toThrow('does not balance')

    expect(await count('ledger_transaction')).toBe(before)
  })

  it.each([
    ['does not balance', 1],
    ['has a single entry', 0],
  ])('is refused by the database at commit if it %s', async (_name, second) => {
    const attempt = db.transaction().execute(async (trx) => {
      const made = await trx
        .insertInto('ledger_transaction')
        .values({ kind: 'adjustment', idempotency_key: randomUUID(), created_at: ledgerTime })
        .returning('id')
        .executeTakeFirstOrThrow()

      const accounts = await trx
        .selectFrom('ledger_account')
        .select('id')
        .where('customer_id', 'is', null)
        .where('currency', '=', 'USD')
        .execute()
      for (const { id } of accounts.slice(0, 1 + second))
        await trx
          .insertInto('ledger_entry')
          .values({ transaction_id: made.id, account_id: id, currency: 'USD', amount_minor: 5 })
          .execute()
    })
    await expect(attempt).rejects.toThrow('a posting balances in every currency')
  })

  it('is refused in another currency than its account', async () => {
    const attempt = db.transaction().execute(async (trx) => {
      const key = randomUUID()
      await post(trx, ledgerTime, {
        kind: 'adjustment',
        key,
        lines: [
          { account: { kind: 'bank' }, amountMinor: 1 },
          { account: { kind: 'sales' }, amountMinor: -1 },
        ],
      })
      await sql`insert into ledger_entry (transaction_id, account_id, currency, amount_minor)
        select posting.id, account.id, 'EUR', 1 from ledger_transaction posting, ledger_account account
        where posting.idempotency_key = ${key} and account.kind = 'bank' and account.currency = 'USD'`.execute(trx)
    })
    await expect(attempt).rejects.toThrow('an entry has the currency of its account')
  })

  it('must balance in each of its two currencies', async () => {
    const lines: LedgerLine[] = [
      { account: { kind: 'bank', currency: 'EUR' }, amountMinor: 9_200 },
      { account: { kind: 'exchange', currency: 'EUR' }, amountMinor: -9_200 },
      { account: { kind: 'exchange' }, amountMinor: 10_000 },
      { account: { kind: 'sales' }, amountMinor: -10_000 },
    ]
    expect(await posted(db, { lines })).toBe(true)
  })
})

describe('an idempotency key', () => {
  it('is posted once despite concurrent calls (PAY-3)', async () => {
    const customer = await aLedgerCustomer(db)
    const key = `capture ${randomUUID()}`
    const lines: LedgerLine[] = [
      { account: { kind: 'card' }, amountMinor: 500 },
      { account: { kind: 'wallet', customerId: customer }, amountMinor: -500 },
    ]
    const told = await Promise.all(Array.from({ length: 50 }, () => posted(db, { key, lines })))

    expect(told.filter(Boolean)).toHaveLength(1)
    expect(await balanceOf(customer)).toBe(500)
  })

  it('can be posted again after a rollback', async () => {
    const customer = await aLedgerCustomer(db)
    const key = randomUUID()
    await expect(posted(db, { key, lines: purchase(customer, 100) })).rejects.toThrow('BALANCE_TOO_LOW')
    await funded(db, customer, 100)
    expect(await posted(db, { key, lines: purchase(customer, 100) })).toBe(true)
    expect(await balanceOf(customer)).toBe(0)
  })
})

describe('points', () => {
  it('are separate from money and cannot be overdrawn (PTS-2)', async () => {
    const customer = await aLedgerCustomer(db)
    const points = (amountMinor: number): LedgerLine[] => [
      { account: { kind: 'points_issued' }, amountMinor },
      { account: { kind: 'points', customerId: customer }, amountMinor: -amountMinor },
    ]
    await pointsEarned(db, customer, 120)

    expect((await findBalance(db, 'points', customer)).balanceMinor).toBe(120)
    expect(await balanceOf(customer)).toBe(0)
    await expect(posted(db, { kind: 'points-exchanged', lines: points(-121) })).rejects.toThrow('BALANCE_TOO_LOW')

    const asMoney: LedgerLine[] = [
      { account: { kind: 'points', customerId: customer }, amountMinor: 100 },
      { account: { kind: 'wallet', customerId: customer }, amountMinor: -100 },
    ]

    await expect(posted(db, { lines: asMoney })).rejects.toThrow('does not balance')
  })
})

describe('credit', () => {
  it('can be used down to the granted limit', async () => {
    const customer = await aLedgerCustomer(db)
    const buy = (amountMinor: number) =>
      posted(db, {
        kind: 'credit-reserved',
        lines: [
          { account: { kind: 'credit', customerId: customer }, amountMinor },
          { account: { kind: 'credit_holds' }, amountMinor: -amountMinor },
        ],
      })

    await expect(buy(1)).rejects.toThrow('CREDIT_TOO_LOW')

    await db
      .insertInto('ledger_account')
      .values({
        kind: 'credit',
        customer_id: customer,
        currency: 'USD',
        normal_side: 'credit',
        floor_minor: -1000,
        balance_minor: 0,
        created_at: ledgerTime,
      })
      .execute()
    await buy(1000)

    await expect(buy(1)).rejects.toThrow('CREDIT_TOO_LOW')
    expect(await findBalance(db, 'credit', customer)).toEqual({ balanceMinor: -1000, floorMinor: -1000 })
  })
})

describe('a committed posting', () => {
  it.each([
    ['an entry changed', sql`update ledger_entry set amount_minor = amount_minor * 2`],
    ['an entry removed', sql`delete from ledger_entry`],
    ['all entries gone', sql`truncate ledger_entry cascade`],
    ['a posting changed', sql`update ledger_transaction set note = 'x'`],
    ['a posting removed', sql`delete from ledger_transaction`],
    ['all postings gone', sql`truncate ledger_transaction cascade`],
  ])('%s is refused by the database', async (_name, statement) => {
    await funded(db, await aLedgerCustomer(db), 100)
    await expect(statement.execute(db)).rejects.toThrow('are never changed or removed')
  })

  it('accepts no further entries, balanced or not', async () => {
    const customer = await aLedgerCustomer(db)
    await funded(db, customer, 100)
    const adding = sql`insert into ledger_entry (transaction_id, account_id, currency, amount_minor)
      select transaction_id, account_id, currency, amount from ledger_entry, unnest(array[5, -5]) as amount
      where balance_after_minor is not null limit 2`
    await expect(adding.execute(db)).rejects.toThrow('a posting that was made is never added to')
    expect(await balanceOf(customer)).toBe(100)
  })

  it.each([
    ['a balance set', sql`update ledger_account set balance_minor = 1000000 where kind = 'wallet'`, 'by entries alone'],
    ['an account made another', sql`update ledger_account set kind = 'points' where kind = 'wallet'`, 'what it is'],
    [
      'an account given away',
      sql`update ledger_account set customer_id = (select max(id::text)::uuid from customer)`,
      '',
    ],
    ['an account with entries removed', sql`delete from ledger_account where kind = 'wallet'`, 'ledger_entry'],
    [
      'an account made with money in it',
      sql`insert into ledger_account (kind, customer_id, currency, normal_side, floor_minor, balance_minor, created_at)
        select 'wallet_pending', id, 'USD', 'credit', 0, 50, now() from customer limit 1`,
      'by entries alone',
    ],
  ])('%s is refused by the database', async (_name, statement, reason) => {
    await funded(db, await aLedgerCustomer(db), 100)
    await expect(statement.execute(db)).rejects.toThrow(reason)
  })
})
