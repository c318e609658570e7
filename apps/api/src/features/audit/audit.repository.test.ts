import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byTool, recordAudit } from '#core/audit.ts'
import { type Db, openDatabase } from '#db/database.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { type AuditFilter, listEntries } from './audit.repository.ts'

let db: Db

beforeAll(async () => {
  db = openDatabase(await copyDatabase())
  const subject = { kind: 'catalogue', id: 'night' } as const
  await db
    .transaction()
    .execute((trx) => recordAudit(trx, { ...byTool, action: 'catalogue.published', subject, after: {} }))

  // The database gives entries their time. In Paris, this one is of half past midnight on 2 June.
  await db.transaction().execute(async (trx) => {
    await sql`grant update on audit_entry to current_user`.execute(trx)
    await sql`alter table audit_entry disable trigger user`.execute(trx)
    await sql`update audit_entry set at = '2026-06-01T22:30:00Z'`.execute(trx)
    await sql`alter table audit_entry enable trigger user`.execute(trx)
  })
})

afterAll(() => db.destroy())

describe('entries of the audit', () => {
  it.each([
    [{ from: '2026-06-02', until: '2026-06-02' }, 1],
    [{ from: '2026-06-03' }, 0],
    [{ until: '2026-06-01' }, 0],
  ] satisfies [AuditFilter, number][])('are filtered by days of the shop: %o', async (filter, count) => {
    expect(await listEntries(db, filter, { timeZone: 'Europe/Paris', limit: 10 })).toHaveLength(count)
  })
})
