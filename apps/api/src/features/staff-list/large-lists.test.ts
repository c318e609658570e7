import { randomUUID } from 'node:crypto'
import { maxCountedRows } from '@cotation/domain'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aCustomer, aStaffBrowser } from '#test/builders.ts'
import { insertRow } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { maxFoundIds } from './shared-columns.ts'

const app = useApp()

async function eventsOf(staff: Browser, query: { network: string; customer?: string }) {
  const { data } = await staff.call('GET /global/staff/list/security-events', {
    query: { ...query, columns: 'customer', pageSize: '20' },
  })
  return data
}

describe('a list of many rows', () => {
  it('counts up to a thousand of them', async () => {
    const staff = await aStaffBrowser(app)
    const network = randomUUID()
    const add = (count: number) =>
      sql`insert into security_event (at, kind, network_hash, detail)
        select ${app.clock.now}, 'login', ${network}, '' from generate_series(1, ${count}::int)`.execute(app.deps.db)

    await add(maxCountedRows)
    expect((await eventsOf(staff, { network: `is:${network}` })).count).toEqual({ rows: maxCountedRows, isExact: true })

    await add(1)
    expect((await eventsOf(staff, { network: `is:${network}` })).count).toEqual({
      rows: maxCountedRows,
      isExact: false,
    })
  })

  it('is filtered by a name that more customers have than are looked up first', async () => {
    const staff = await aStaffBrowser(app)
    const network = randomUUID()
    const name = `Werk ${randomUUID()}`
    const { rows: named } = await sql<{ id: string }>`
      insert into customer (email, username, account_type, language, first_name, last_name, created_at)
      select gen_random_uuid() || '@example.com', 'werk' || i, 'enterprise', 'fr', ${name}, i::text, ${app.clock.now}
      from generate_series(1, ${maxFoundIds + 2}::int) i returning id`.execute(app.deps.db)
    const last = named.at(-1) ?? { id: '' }
    const other = await aCustomer(app)

    const event = { at: app.clock.now, kind: 'login', network_hash: network, detail: '' } as const
    for (const { id } of [last, other]) await insertRow(app.deps.db, 'security_event', { ...event, customer_id: id })

    const filter = { network: `is:${network}`, customer: `contains:${name}` }
    const { rows } = await eventsOf(staff, filter)
    expect(rows.map(({ customer }) => customer?.id)).toEqual([last.id])
  })
})
