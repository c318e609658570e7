import { type StaffListKey, staffListKeys, staffRights } from '@cotation/domain'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useSharedApp } from '#test/use-app.ts'
import { listSources } from './staff-list.service.ts'

const app = useSharedApp()

/** How the database would search, if reading a whole table were the last resort as it is with a million rows. */
async function planOf(key: StaffListKey): Promise<string[]> {
  const reader = { rights: staffRights, now: app.clock.now, today: '2026-03-02', timeZone: 'Europe/Paris' }
  const source = listSources[key](reader)
  return app.deps.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_indexscan = off`.execute(trx)
    const searched = await source.search('zzzz', trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select ${source.id} from ${source.from} where ${searched}`.execute(trx)
    return rows.map((row) => row['QUERY PLAN'])
  })
}

describe('a search in a list', () => {
  it.each(staffListKeys)('looks for each text in an index ("%s")', async (key) => {
    const plan = await planOf(key)
    const searches = plan.filter((line) => line.includes('%zzzz%'))
    expect(searches.length).toBeGreaterThan(0)

    // Jobs that wait are few.
    const unindexed = searches.filter((line) => line.includes('Filter:') && !line.includes('data ->>'))
    expect(unindexed).toEqual([])
  })
})
