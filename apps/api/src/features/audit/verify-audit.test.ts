import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { byTool, recordAudit } from '#core/audit.ts'
import { type Db, openDatabase, type Trx } from '#db/database.ts'
import { silentLog } from '#test/silent-log.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { verifyAudit } from './verify-audit.service.ts'

/** A Wednesday, when only new entries are verified. */
const wednesday = new Date('2026-11-18T03:23:00Z')
const sunday = new Date('2026-11-22T03:23:00Z')

let db: Db
let now: Date
let errors: object[]

beforeEach(async () => {
  db = openDatabase(await copyDatabase())
  now = wednesday
  errors = []
  for (const version of ['one', 'two', 'three', 'four', 'five']) await record(version)
})

afterEach(() => db.destroy())

function record(version: string, reason = `Version ${version}`): Promise<void> {
  const subject = { kind: 'catalogue', id: version } as const
  return db
    .transaction()
    .execute((trx) =>
      recordAudit(trx, { ...byTool, action: 'catalogue.published', subject, after: { version }, reason }),
    )
}

function verify(isWhole?: boolean) {
  const log = { ...silentLog, error: (facts: object) => errors.push(facts) }
  return verifyAudit({ db, clock: () => now, log }, isWhole)
}

/** What the owner of the database can do: grant itself the right and turn the triggers off. */
function tamper(change: (trx: Trx) => Promise<unknown>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`grant update, delete on audit_entry, audit_verification to current_user`.execute(trx)
    for (const table of ['audit_entry', 'audit_reason', 'audit_pending', 'audit_verification'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await change(trx)
    for (const table of ['audit_entry', 'audit_reason', 'audit_pending', 'audit_verification'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
  })
}

const run = (statement: RawBuilder<unknown>) => (trx: Trx) => statement.execute(trx)

/** Computes the chain after an entry again, as a careful forger would. */
async function rechain(trx: Trx, position: number): Promise<void> {
  const { rows } = await sql<{ last: number }>`select max(position)::int as last from audit_entry`.execute(trx)
  for (let at = position; at <= (rows[0]?.last ?? 0); at++) {
    await sql`update audit_entry set previous_hash =
      coalesce((select hash from audit_entry where position = ${at - 1}), '') where position = ${at}`.execute(trx)
    await sql`update audit_entry entry set hash = audit_entry_hash(entry) where position = ${at}`.execute(trx)
  }
}

describe('the verification of the audit', () => {
  it('finds an unbroken chain sound and remembers its end', async () => {
    const { end, broken } = await verify()
    expect({ position: end.position, broken }).toEqual({ position: 5, broken: null })
    expect(errors).toEqual([])

    const stored = await db.selectFrom('audit_verification').selectAll().execute()
    expect(stored).toMatchObject([{ position: '5', hash: end.hash, is_whole: false, broken_at: null }])
  })

  it('finds an empty audit sound', async () => {
    const empty = openDatabase(await copyDatabase())
    expect((await verifyAudit({ db: empty, clock: () => now, log: silentLog })).broken).toBeNull()
    await empty.destroy()
  })

  const forged = sql`insert into audit_entry
    select 6, at, actor, staff_id, action, subject_kind, 'forged', customer_id, before, after, null, '', previous_hash,
      sha256('forged') from audit_entry where position = 5`

  it.each([
    ['a changed fact', 'hash', 3, run(sql`update audit_entry set after = '{"version": "x"}' where position = 3`)],
    ['a changed time', 'hash', 3, run(sql`update audit_entry set at = at - interval '1 day' where position = 3`)],
    ['a changed person', 'hash', 3, run(sql`update audit_entry set actor = 'system' where position = 3`)],
    ['a removed entry', 'gap', 4, run(sql`delete from audit_entry where position = 3`)],
    ['a removed last entry', 'end', 5, run(sql`delete from audit_entry where position = 5`)],
    [
      'two entries in another sequence',
      'chain',
      2,
      run(sql`update audit_entry set position = case position when 2 then 12 when 3 then 2 else position end`),
    ],
    [
      'entries that have changed places',
      'chain',
      2,
      async (trx: Trx) => {
        await sql`update audit_entry set position = 12 where position = 2`.execute(trx)
        await sql`update audit_entry set position = 2 where position = 3`.execute(trx)
        await sql`update audit_entry set position = 3 where position = 12`.execute(trx)
      },
    ],
    ['an inserted entry', 'chain', 6, run(forged)],
    ['a changed reason', 'reason', 3, run(sql`update audit_reason set reason = 'Autre' where position = 3`)],
    ['a removed reason', 'reason', 3, run(sql`delete from audit_reason where position = 3`)],
    [
      'an entry past the chain',
      'unchained',
      6,
      run(sql`insert into audit_pending (actor, action, subject_kind, subject_id, before, after, reason, request_id)
        values ('tool', 'x', 'y', 'z', '{}', '{}', '', '')`),
    ],
  ])('detects %s', async (_, fault, position, change) => {
    await tamper(change)

    const { broken } = await verify()
    expect(broken).toEqual({ position, fault })
    expect(errors).toMatchObject([{ brokenAt: position, fault }])
    const events = await db.selectFrom('security_event').select(['kind', 'detail']).execute()
    expect(events).toEqual([{ kind: 'audit-broken', detail: `${fault} at ${position}` }])
  })

  it('detects a chain that was computed again after a change, by an earlier verification', async () => {
    await verify()
    await tamper(async (trx) => {
      await sql`update audit_entry set after = '{"version": "x"}' where position = 3`.execute(trx)
      await rechain(trx, 3)
    })
    expect((await verify(true)).broken).toEqual({ position: 5, fault: 'end' })
  })

  it('verifies only what is new on weekdays, and everything on Sundays', async () => {
    await verify()
    await record('six')
    await tamper(run(sql`update audit_entry set after = '{"version": "x"}' where position = 3`))

    expect(await verify()).toMatchObject({ isWhole: false, end: { position: 6 }, broken: null })
    now = sunday
    expect(await verify()).toMatchObject({ isWhole: true, broken: { position: 3, fault: 'hash' } })
  })

  it('repeats the alarm every night, because it continues at the last sound entry', async () => {
    await verify()
    await record('six')
    await tamper(run(sql`update audit_entry set after = '{}' where position = 6`))

    for (let night = 0; night < 2; night++) expect((await verify()).broken).toEqual({ position: 6, fault: 'hash' })
  })
})
