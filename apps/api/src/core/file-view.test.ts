import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { type FileView, recordFileView } from './file-view.ts'

const db = openDatabase(await copyDatabase())

const timeZone = 'Asia/Shanghai'
const aView = (): FileView => ({
  staffId: randomUUID(),
  subject: { kind: 'claim', id: randomUUID() },
  customerId: null,
  after: { photoId: randomUUID() },
})
const see = (view: FileView) => recordFileView({ db, config: { timeZone } }, view)

const viewsOf = ({ subject }: FileView) =>
  db.selectFrom('audit_entry').selectAll().where('subject_id', '=', subject.id).execute()

/** Moves an entry in time, which only the owner of the database can do. */
const setTime = ({ subject }: FileView, at: RawBuilder<Date>) =>
  db.transaction().execute(async (trx) => {
    await sql`grant update on audit_entry to current_user`.execute(trx)
    await sql`alter table audit_entry disable trigger user`.execute(trx)
    await sql`update audit_entry set at = ${at} where subject_id = ${subject.id}`.execute(trx)
    await sql`alter table audit_entry enable trigger user`.execute(trx)
    await sql`revoke update on audit_entry from current_user`.execute(trx)
  })

it('records once who saw what', async () => {
  const view = aView()
  await see(view)
  await see(view)

  const { staffId, after } = view
  expect(await viewsOf(view)).toMatchObject([{ action: 'file.viewed', staff_id: staffId, after }])
})

it('records one view if two screens ask at the same time', async () => {
  const view = aView()
  await Promise.all(Array.from({ length: 5 }, () => see(view)))
  expect(await viewsOf(view)).toHaveLength(1)
})

it('records a view of each member of staff and each photo', async () => {
  const view = aView()
  await see(view)
  await see({ ...view, staffId: randomUUID() })
  await see({ ...view, after: { photoId: randomUUID() } })
  expect(await viewsOf(view)).toHaveLength(3)
})

it('records a view again on the next day of the shop', async () => {
  const view = aView()
  await see(view)
  const startOfDay = sql<Date>`date_trunc('day', now(), ${timeZone})`

  await setTime(view, startOfDay)
  await see(view)
  expect(await viewsOf(view)).toHaveLength(1)

  await setTime(view, sql<Date>`${startOfDay} - interval '1 second'`)
  await see(view)
  expect(await viewsOf(view)).toHaveLength(2)
})
