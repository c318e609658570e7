import { type StaffListKey, staffListKeys, staffRights } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Trx } from '#db/database.ts'
import { equals } from '#db/lists.ts'
import { useSharedApp } from '#test/use-app.ts'
import { customersMatching } from './shared-columns.ts'
import { listSources } from './staff-list.service.ts'

const app = useSharedApp()

/** How the database would search, if reading a whole table were the last resort as it is with a million rows. */
async function planOf(query: (trx: Trx) => Promise<RawBuilder<unknown>>): Promise<string[]> {
  return app.deps.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_indexscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${await query(trx)}`.execute(trx)
    return rows.map((row) => row['QUERY PLAN'])
  })
}

const planOfList = (key: StaffListKey) => {
  const reader = { rights: staffRights, now: app.clock.now, today: '2026-03-02', timeZone: 'Europe/Paris' }
  const source = listSources[key](reader)
  return planOf(async (trx) => {
    const searched = await source.search('zzzz', trx)
    return sql`select ${source.id} from ${source.from} where ${searched}`
  })
}

describe('a search in a list', () => {
  it.each(staffListKeys)('looks for each text in an index ("%s")', async (key) => {
    const plan = await planOfList(key)
    const searches = plan.filter((line) => line.includes('%zzzz%'))
    expect(searches.length).toBeGreaterThan(0)

    // Jobs that wait are few.
    const unindexed = searches.filter((line) => line.includes('Filter:') && !line.includes('data ->>'))
    expect(unindexed).toEqual([])
  })
})

describe('a search for the exact text', () => {
  it('looks for it in the same indexes', async () => {
    const plan = await planOf(async () => customersMatching('zzzz', staffRights, equals))
    const searches = plan.filter((line) => line.includes("'zzzz'"))
    expect(searches.filter((line) => line.includes('Index Cond:'))).toHaveLength(3)
    expect(searches.filter((line) => line.includes('Filter:'))).toEqual([])
  })
})
