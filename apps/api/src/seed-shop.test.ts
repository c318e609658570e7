import { dayIn, orderStatuses } from '@cotation/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Deps } from '#core/deps.ts'
import { checkChain } from '#features/audit/verify-audit.service.ts'
import { refundBill } from '#features/payment/request-refund.service.ts'
import { startApp } from '#test/app.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'
import { seedDemo, seedDemoStaff } from './demo.ts'
import { endTrial, listTrialRests } from './demo-end.ts'
import { shopEmails } from './demo-shop/people.ts'
import { ledgerViolations } from './money/invariants.ts'
import { seedShop } from './seed-shop.ts'

const app = useApp({ DEMO: 'on' })

const tables = [
  'customer',
  'upload',
  'customer_order',
  'order_event',
  'audit_entry',
  'ledger_transaction',
  'mail_record',
]

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
      app.deps.db,
    )
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}

/** Mails about the past must not reach a mail server. */
const withoutMail: Partial<Deps> = {
  mail: { send: async () => Promise.reject(new Error('a mail about the demo was sent')) },
}

beforeAll(async () => {
  await seedDemo(app.deps)
  await seedDemoStaff(app.deps)
})

describe('a start that is stopped while it fills the shop', () => {
  it('leaves no row behind', async () => {
    const before = await countRows()
    const stopped = new AbortController()
    const texts: Deps['texts'] = (...words) => {
      // The first mail about an order is written: some rows are there by now.
      stopped.abort()
      return app.deps.texts(...words)
    }

    await expect(seedShop({ ...app.deps, texts: texts }, stopped.signal)).rejects.toThrow(/abort/)
    expect(await countRows()).toEqual(before)
  })
})

describe('the shop of the demo', () => {
  /** What two servers that started at once have done. */
  let filled: boolean[]

  beforeAll(async () => {
    const second = await startApp({ DEMO: 'on', DATABASE_URL: app.deps.config.databaseUrl ?? '' })
    filled = await Promise.all([app, second].map(({ deps }) => seedShop({ ...deps, ...withoutMail })))
    await second.close()
  }, 600_000)

  it('is filled by one of the servers that start at once', () => {
    expect(filled.toSorted()).toEqual([false, true])
  })

  it('is not filled again', async () => {
    const before = await countRows()
    expect(await seedShop(app.deps)).toBe(false)
    expect(await countRows()).toEqual(before)
  })

  it('has orders in every status', async () => {
    const orders = await app.deps.db.selectFrom('customer_order').select('status').distinct().execute()
    expect(orders.map(({ status }) => status).sort()).toEqual([...orderStatuses].sort())
  })

  it('numbers orders in the sequence of their days, all before now', async () => {
    const orders = await app.deps.db
      .selectFrom('customer_order')
      .select(['number', 'placed_at'])
      .orderBy('number')
      .execute()
    const moments = orders.map(({ placed_at }) => placed_at.getTime())
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    expect(moments.at(-1)).toBeLessThan(app.clock.now.getTime())
  })

  it('makes orders in time, and some at risk or late', async () => {
    const making = await app.deps.db
      .selectFrom('customer_order')
      .select('dates')
      .where('status', '=', 'in_production')
      .execute()
    const today = dayIn(app.deps.config.timeZone, app.clock.now)
    const days = making.map(({ dates }) => dates.ship)

    expect(days.some((day) => day < today)).toBe(true)
    expect(days).toContain(today)
    expect(days.some((day) => day > today)).toBe(true)
  })

  it('has a week of production with actual minutes around the planned ones', async () => {
    const steps = await app.deps.db
      .selectFrom('production_step')
      .select(['state', 'planned_minutes', 'worked_seconds'])
      .execute()
    const states = new Set(steps.map(({ state }) => state))
    expect([...states].sort()).toEqual(['done', 'paused', 'ready', 'running', 'waiting'])

    const ratios = steps.flatMap(({ state, planned_minutes: planned, worked_seconds: worked }) =>
      state === 'done' && planned !== null && planned > 10 ? [worked / 60 / planned] : [],
    )
    expect(ratios.length).toBeGreaterThan(20)
    expect(Math.min(...ratios)).toBeGreaterThan(0.8)
    expect(Math.max(...ratios)).toBeLessThan(1.4)
    expect(ratios.some((ratio) => ratio < 1)).toBe(true)
    expect(ratios.some((ratio) => ratio > 1)).toBe(true)
  })

  it('makes scrapped pieces again', async () => {
    const remakes = await app.deps.db
      .selectFrom('production_run')
      .select(['cause', 'quantity', 'reason'])
      .where('cause', '<>', 'order')
      .execute()
    expect(remakes).toEqual([{ cause: 'scrap', quantity: 2, reason: 'size' }])
  })

  it('has a claim, an additional cost and an expert question in each state that it tells of', async () => {
    const statesOf = async (table: 'after_sale_claim' | 'additional_cost' | 'manual_quote') => {
      const rows = await app.deps.db.selectFrom(table).select('state').execute()
      return rows.map(({ state }) => String(state)).sort()
    }

    expect(await statesOf('after_sale_claim')).toEqual(['accepted', 'open', 'rejected'])
    expect(await statesOf('additional_cost')).toEqual(['declined', 'paid', 'requested'])
    expect(await statesOf('manual_quote')).toEqual(['answered', 'asked', 'asked'])
  })

  it('gives staff something of each kind to do today', async () => {
    const staff = await aStaffBrowser(app, 'administrator')
    const { data } = await staff.call('GET /global/staff/today', { query: {} })
    expect(new Set(data.tasks.map(({ kind }) => kind))).toEqual(
      new Set([
        'claim',
        'contact-message',
        'cost-declined',
        'expert-question',
        'export-control',
        'order-late',
        'order-message',
        'order-review',
        'proposal',
      ]),
    )
  })

  it('keeps the mails of its history, and leaves none of them to send', async () => {
    const { rows } = await sql`select name from pgboss.job where name like '%mail%' and state < 'active'`.execute(
      app.deps.db,
    )
    expect(rows).toEqual([])

    const mails = await app.deps.db.selectFrom('mail_record').select(['kind', 'mailed_at', 'state']).execute()
    expect(mails.length).toBeGreaterThan(50)
    expect(mails.every(({ state, mailed_at }) => state === 'sent' && mailed_at < app.clock.now)).toBe(true)
  })

  it('keeps the ledger balanced and the audit unbroken', async () => {
    expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])
    expect((await checkChain(app.deps, true)).broken).toBeNull()
  })

  it('lets staff refund an order that was paid by card', async () => {
    const { id } = await app.deps.db
      .selectFrom('customer_order')
      .innerJoin('payment_intent', 'payment_intent.order_id', 'customer_order.id')
      .select('customer_order.id')
      .where('customer_order.status', '=', 'completed')
      .where('method', '=', 'card')
      .executeTakeFirstOrThrow()
    const request = { key: 'a refund of today', requestedBy: 'staff', reason: 'Geste commercial' }
    await app.deps.db.transaction().execute((trx) => refundBill(app.deps, trx, { kind: 'order', id }, 500, request))
    await app.mails()

    const refund = await app.deps.db
      .selectFrom('payment_refund')
      .select('state')
      .where('reason', '=', request.reason)
      .executeTakeFirstOrThrow()
    expect(refund.state).toBe('done')
    expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])
  })

  it('is closed by the end of the demo, which names the orders that nobody has paid with money', async () => {
    const open = await app.deps.db
      .selectFrom('customer_order')
      .innerJoin('customer', 'customer.id', 'customer_order.customer_id')
      .select('number')
      .where('status', 'in', ['paid', 'in_review', 'in_production', 'quality_check', 'shipped'])
      .where('total_minor', '>', '0')
      .orderBy('number')
      .execute()
    const end = await endTrial(app.deps)

    expect(end.accounts).toBe(2 + shopEmails.length)
    expect(end.simulatedOrders).toEqual(open.map(({ number }) => number))
    expect(await listTrialRests(app.deps.db)).toEqual([])
    expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])
    expect(await seedShop(app.deps)).toBe(false)
  })
})
