import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { byTool, changedFacts, recordAudit } from './audit.ts'
import { runInRequest } from './request-scope.ts'

const db = openDatabase(await copyDatabase())

const staffId = randomUUID()
const orderId = randomUUID()

const moved = {
  staffId,
  action: 'order.moved',
  subject: { kind: 'order', id: orderId },
  before: { status: 'paid' },
  after: { status: 'in_review' },
  reason: 'Lot 4',
} as const

const record = (entry: Parameters<typeof recordAudit>[1] = moved) =>
  db.transaction().execute((trx) => recordAudit(trx, entry))

const entries = () => db.selectFrom('audit_entry').selectAll().orderBy('position').execute()

async function lastEntry() {
  return (await entries()).at(-1)
}

describe('an audit entry', () => {
  it('says who did what to which subject, and why', async () => {
    await new Promise<void>((resolve, reject) => {
      runInRequest({ requestId: 'request-7', network: 'n' }, () => {
        record().then(resolve, reject)
      })
    })

    const entry = await lastEntry()
    expect(entry).toMatchObject({
      actor: 'staff',
      staff_id: staffId,
      action: 'order.moved',
      subject_kind: 'order',
      subject_id: orderId,
      before: { status: 'paid' },
      after: { status: 'in_review' },
      request_id: 'request-7',
    })
    const reasons = await db.selectFrom('audit_reason').select(['position', 'reason']).execute()
    expect(reasons).toContainEqual({ position: entry?.position, reason: 'Lot 4' })
  })

  it('names no person if a tool acts', async () => {
    await record({ ...byTool, action: 'catalogue.published', subject: { kind: 'catalogue', id: '2026-2' } })
    expect(await lastEntry()).toMatchObject({ actor: 'tool', staff_id: null, reason_digest: null, request_id: '' })
  })

  it('is chained to the one before, without gaps', async () => {
    for (let i = 0; i < 3; i++) await record()

    const chain = await entries()
    chain.forEach((entry, index) => {
      expect(entry.position).toBe(String(index + 1))
      expect(entry.previous_hash).toEqual(chain[index - 1]?.hash ?? Buffer.alloc(0))
    })
    expect(await db.selectFrom('audit_pending').selectAll().execute()).toEqual([])
  })

  it('is not stored if its transaction fails, and leaves no gap', async () => {
    const before = await entries()
    const failing = db.transaction().execute(async (trx) => {
      await recordAudit(trx, moved)
      throw new Error('the change is refused')
    })
    await expect(failing).rejects.toThrow('the change is refused')

    await record()
    const after = await entries()
    expect(after.length).toBe(before.length + 1)
    expect(after.at(-1)?.position).toBe(String(after.length))
  })

  it.each([
    sql`update audit_entry set action = 'order.cancelled'`,
    sql`delete from audit_entry`,
    sql`truncate audit_entry`,
    sql`delete from audit_verification`,
  ])('cannot be changed or removed: the role of the application has no right to', async (statement) => {
    await record()
    await expect(statement.execute(db)).rejects.toThrow('permission denied')
  })

  it('cannot be changed by its owner either while the triggers are in place', async () => {
    await record()
    const attempt = (statement: string) =>
      db.transaction().execute(async (trx) => {
        await sql`grant update, delete, truncate on audit_entry to current_user`.execute(trx)
        await sql.raw(statement).execute(trx)
      })

    const changes = [`update audit_entry set action = 'x'`, 'delete from audit_entry', 'truncate audit_entry']
    for (const change of changes) await expect(attempt(change)).rejects.toThrow('never changed or removed')
    for (const change of [`update audit_reason set reason = 'x'`, 'delete from audit_reason', 'truncate audit_reason'])
      await expect(attempt(change)).rejects.toThrow('never changed or removed')
  })
})

describe('a race of 20 writers', () => {
  it('makes an unbroken chain, although each records its entry in the middle of its transaction', async () => {
    const before = await entries()
    await sql`create table contended (id int primary key, count int not null)`.execute(db)
    await sql`insert into contended values (1, 0), (2, 0)`.execute(db)

    const writers = Array.from({ length: 20 }, (_, index) =>
      db.transaction().execute(async (trx) => {
        const subject = { kind: 'order', id: randomUUID() } as const
        await recordAudit(trx, { ...moved, subject })
        // A row lock after the entry: a chain that is locked at once would deadlock with it.
        await sql`update contended set count = count + 1 where id = ${1 + (index % 2)}`.execute(trx)
        await recordAudit(trx, { ...moved, subject })
      }),
    )
    await Promise.all(writers)

    const chain = await entries()
    expect(chain.length).toBe(before.length + 40)
    chain.forEach((entry, index) => {
      expect(entry.position).toBe(String(index + 1))
      expect(entry.previous_hash).toEqual(chain[index - 1]?.hash ?? Buffer.alloc(0))
    })
    const times = chain.map(({ at }) => at.getTime())
    expect(times).toEqual([...times].sort((one, other) => one - other))
  })
})

describe('changed facts', () => {
  it('are those that differ', () => {
    const before = { isRecharge: true, isEntrusted: false, levels: [1, 2] }
    const after = { isRecharge: false, isEntrusted: false, levels: [1, 2] }
    expect(changedFacts(before, after)).toEqual({ before: { isRecharge: true }, after: { isRecharge: false } })
  })

  it('are null if nothing differs', () => {
    expect(changedFacts({ state: 'shipped' }, { state: 'shipped' })).toBeNull()
  })
})
