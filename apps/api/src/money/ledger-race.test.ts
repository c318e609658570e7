import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import { aLedger, aLedgerCustomer, atOnce, funded, posted } from '#test/orders/ledger.ts'
import { ledgerViolations } from './invariants.ts'
import { findBalance, type LedgerLine } from './ledger.ts'

const connections = 60

/** The test server has a hundred in all. */
const faultyConnections = 20
const buyers = 1000
const funds = 37

let db: Db

beforeAll(async () => {
  db = await aLedger(connections)
})

afterAll(() => db.destroy())

const purchase = (customerId: string): LedgerLine[] => [
  { account: { kind: 'wallet', customerId }, amountMinor: 1_000 },
  { account: { kind: 'sales' }, amountMinor: -1_000 },
]

/** All at once on one balance: how many got through, and why the others did not. */
async function rush(ledger: Db, customerId: string, width: number) {
  const outcomes = await atOnce(buyers, width, () =>
    posted(ledger, { kind: 'payment', lines: purchase(customerId) }).catch(String),
  )
  const refusals = outcomes.filter((outcome) => outcome !== true)
  return { paid: outcomes.length - refusals.length, reasons: [...new Set(refusals)] }
}

describe('1,000 concurrent payments over 60 connections (PAY-1)', () => {
  it('succeed exactly 37 times if the balance suffices for 37', { timeout: 120_000 }, async () => {
    const customer = await aLedgerCustomer(db)
    await funded(db, customer, funds * 1_000 + 999)
    expect(await rush(db, customer, connections)).toEqual({ paid: funds, reasons: ['AppError: BALANCE_TOO_LOW'] })
    expect((await findBalance(db, 'wallet', customer)).balanceMinor).toBe(999)
    expect(await ledgerViolations(db)).toEqual([])
  })

  it('overdraw the balance without the floor, and the ledger check reports it', { timeout: 120_000 }, async () => {
    const faulty = await aLedger(faultyConnections)
    await sql`alter table ledger_account drop constraint ledger_floor`.execute(faulty)
    const customer = await aLedgerCustomer(faulty)
    await funded(faulty, customer, funds * 1_000)
    expect(await rush(faulty, customer, faultyConnections)).toEqual({ paid: buyers, reasons: [] })
    expect(await ledgerViolations(faulty)).toEqual([expect.stringContaining('an account is below its floor')])
    await faulty.destroy()
  })
})

describe('concurrent postings to the same accounts', () => {
  /** Money between two people, written either way round. */
  const transfer = (from: string, to: string, backwards: boolean): LedgerLine[] => {
    const lines: LedgerLine[] = [
      { account: { kind: 'wallet', customerId: from }, amountMinor: 1 },
      { account: { kind: 'wallet', customerId: to }, amountMinor: -1 },
    ]
    return backwards ? lines.reverse() : lines
  }

  it('never deadlock', async () => {
    const one = await aLedgerCustomer(db)
    const other = await aLedgerCustomer(db)
    await funded(db, one, 1_000)
    await funded(db, other, 1_000)

    const made = await atOnce(400, connections, (i) =>
      posted(db, { lines: i % 2 ? transfer(one, other, i % 3 === 0) : transfer(other, one, i % 3 === 0) }),
    )

    expect(made.every(Boolean)).toBe(true)
  })

  it('never deadlock while creating the accounts', async () => {
    for (let round = 0; round < 40; round++) {
      const customers = await Promise.all(Array.from({ length: 6 }, () => aLedgerCustomer(db)))
      const first = customers.flatMap((customerId): LedgerLine[] => [
        { account: { kind: 'wallet', customerId }, amountMinor: -2 },
        { account: { kind: 'wallet_pending', customerId }, amountMinor: -2 },
      ])
      const lines: LedgerLine[] = [...first, { account: { kind: 'goodwill' }, amountMinor: 4 * customers.length }]
      await Promise.all([posted(db, { lines }), posted(db, { lines: lines.toReversed() })])
    }
  })

  it('deadlock if accounts are not sorted, as the control shows', async () => {
    const one = await aLedgerCustomer(db)
    const other = await aLedgerCustomer(db)
    await funded(db, one, 10)
    await funded(db, other, 10)

    const touch = (customerId: string) =>
      sql`update ledger_account set floor_minor = 0 where customer_id = ${customerId} and kind = 'wallet'`
    let arrived = 0
    let open = () => {}
    const bothHoldOne = new Promise<void>((resolve) => {
      open = resolve
    })
    const inOrder = (first: string, second: string) =>
      db.transaction().execute(async (trx) => {
        await touch(first).execute(trx)
        arrived++
        if (arrived === 2) open()
        await bothHoldOne
        await touch(second).execute(trx)
      })
    const ends = await Promise.allSettled([inOrder(one, other), inOrder(other, one)])

    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  it('have ids in the sequence of their balance changes', async () => {
    const customer = await aLedgerCustomer(db)
    await atOnce(300, connections, () => funded(db, customer, 1))
    const { rows } = await sql<{ after: string }>`select balance_after_minor as after from ledger_entry entry
      join ledger_account account on account.id = entry.account_id
      where account.customer_id = ${customer} order by entry.id`.execute(db)
    expect(rows.map(({ after }) => Number(after))).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
  })
})

describe('random postings', () => {
  it('keep every invariant, and wallets equal a plain sum', { timeout: 120_000 }, async () => {
    const people = await Promise.all([aLedgerCustomer(db), aLedgerCustomer(db), aLedgerCustomer(db)])
    const person = fc.constantFrom(...people)
    const amount = fc.integer({ min: 1, max: 500 })
    const fund = fc.record({ to: person, amount }).map(({ to, amount: minor }) => ({ from: null, to, minor }))
    const move = fc.record({ from: person, to: person, amount }).map(({ amount: minor, ...way }) => ({ ...way, minor }))
    const spend = fc.record({ from: person, amount }).map(({ from, amount: minor }) => ({ from, to: null, minor }))
    const side = (customerId: string | null, shop: 'goodwill' | 'sales') =>
      customerId ? ({ kind: 'wallet', customerId } as const) : ({ kind: shop } as const)

    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fund, move, spend), { minLength: 1, maxLength: 30 }), async (movements) => {
        const before = await Promise.all(people.map((id) => findBalance(db, 'wallet', id)))
        const done = await Promise.all(
          movements.map(async ({ from, to, minor }) => {
            const lines: LedgerLine[] = [
              { account: side(from, 'goodwill'), amountMinor: minor },
              { account: side(to, 'sales'), amountMinor: -minor },
            ]
            const made = await posted(db, { key: randomUUID(), lines }).catch((error: unknown) => {
              expect(String(error)).toBe('AppError: BALANCE_TOO_LOW')
              return false
            })

            return made ? { from, to, minor } : null
          }),
        )
        for (const [i, id] of people.entries()) {
          const moved = done.reduce(
            (sum, movement) =>
              sum + (movement?.to === id ? movement.minor : 0) - (movement?.from === id ? movement.minor : 0),
            0,
          )
          const { balanceMinor } = await findBalance(db, 'wallet', id)

          expect(balanceMinor).toBe((before[i]?.balanceMinor ?? 0) + moved)
          expect(balanceMinor).toBeGreaterThanOrEqual(0)
        }

        expect(await ledgerViolations(db)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})
