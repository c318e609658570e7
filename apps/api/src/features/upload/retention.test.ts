import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseUnit } from '#features/upload/analysis/analysis.service.ts'
import { findMesh, findThumbnail, listBodies } from '#features/upload/analysis/bodies.service.ts'
import type { Owner } from '#http/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { aBrowserOf, aCustomer, type TestCustomer } from '#test/builders.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import {
  anAnalysedUpload,
  aStoredUpload,
  ask,
  aVisitorOwner,
  boxStl,
  getUpload,
  ownedBy,
  settled,
} from '#test/quote/stored-uploads.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { applyRetention } from './retention.service.ts'

let app: TestApp
let customer: TestCustomer

beforeEach(async () => {
  app = await startApp()
  app.clock.now = new Date('2026-01-31T12:00:00Z')
  customer = await aCustomer(app)
})

afterEach(() => app.close())

/** Runs the daily job on that day. */
async function on(day: string): Promise<void> {
  app.clock.now = new Date(`${day}T12:00:00Z`)
  await applyRetention(app.deps)
}

const stateOf = async (id: string) => (await getUpload(app, id)).state

async function bytesOf(id: string) {
  const { sha256 } = await getUpload(app, id)
  const file = await app.deps.files.get(`parts/${sha256}`)
  file?.body.destroy()
  return file?.bytes ?? null
}

const warnings = async () => (await app.mails()).filter(({ kind }) => kind === 'files-expire')
const use = (id: string) =>
  app.deps.db.updateTable('upload').set({ last_used_at: app.clock.now }).where('id', '=', id).execute()
const analysed = (owner: Owner, size = 10) => anAnalysedUpload(app, owner, boxStl(size, 9, 9))

describe('unused files (PRI-5)', () => {
  it('are stored for exactly three months, then bytes, meshes and thumbnails go while the record stays', async () => {
    const { id, analysisId } = await analysed(aVisitorOwner())
    // Three months after 31 January is the end of April.
    await on('2026-04-29')
    expect([await stateOf(id), await bytesOf(id)]).toEqual(['done', 684])
    expect(await findMesh(app.deps, analysisId, 0)).not.toBeNull()
    const thumbnailId = (await listBodies(app.deps.db, [analysisId]))[0]?.thumbnail_id ?? ''
    expect(await findThumbnail(app.deps, thumbnailId)).not.toBeNull()

    await on('2026-04-30')
    expect([await stateOf(id), await bytesOf(id)]).toEqual(['expired', null])
    expect(await findMesh(app.deps, analysisId, 0)).toBeNull()
    const [body] = await listBodies(app.deps.db, [analysisId])
    expect(body?.measures?.volumeMm3).toBeCloseTo(810)
    expect(body?.thumbnail_id).toBeNull()
    expect(await findThumbnail(app.deps, thumbnailId)).toBeNull()
    const { sha256 } = await getUpload(app, id)
    expect(
      await app.deps.db.selectFrom('file_content').select('removed_at').where('sha256', '=', sha256).executeTakeFirst(),
    ).toEqual({ removed_at: app.clock.now })
  })

  it('stay while another upload uses the same content', async () => {
    const mine = await analysed(aVisitorOwner())
    const theirs = await analysed(aVisitorOwner())
    app.clock.now = new Date('2026-03-01T12:00:00Z')
    await use(theirs.id)
    await on('2026-05-02')

    expect([await stateOf(mine.id), await stateOf(theirs.id)]).toEqual(['expired', 'done'])
    expect(await bytesOf(theirs.id)).toBe(684)
    expect(await findMesh(app.deps, theirs.analysisId, 0)).not.toBeNull()

    await on('2026-06-02')
    expect(await bytesOf(theirs.id)).toBeNull()
  })

  it('are analysed again when they are uploaded again, with new thumbnails', async () => {
    const { analysisId } = await analysed(aVisitorOwner())
    await on('2026-06-01')

    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(10, 9, 9))
    await ask(app, id)

    expect(await settled(app, id)).toMatchObject({ state: 'done', analysis_id: analysisId })
    expect(await findMesh(app.deps, analysisId, 0)).not.toBeNull()

    const [after] = await listBodies(app.deps.db, [analysisId])
    expect(await findThumbnail(app.deps, after?.thumbnail_id ?? '')).not.toBeNull()
  })

  it('leave no bytes once they were removed', async () => {
    const { id } = await analysed(aVisitorOwner())
    const { sha256 } = await getUpload(app, id)
    await app.deps.db.deleteFrom('upload').where('id', '=', id).execute()
    await on('2026-02-02')
    expect(await app.deps.files.get(`parts/${sha256}`)).toBeNull()
  })

  it('cannot get another unit once they have expired', async () => {
    const { id } = await analysed(aVisitorOwner())
    await on('2026-06-01')
    await app.deps.db.transaction().execute((trx) => chooseUnit(app.deps, trx, id, 'inch'))
    expect(await stateOf(id)).toBe('expired')
  })
})

describe('a customer with expiring files', () => {
  it('is warned seven days before, once, in one mail for all files', async () => {
    const uploads = [await analysed(ownedBy(customer.id), 10), await analysed(ownedBy(customer.id), 11)]
    await on('2026-04-22')

    expect(await warnings()).toEqual([])

    await on('2026-04-23')

    const [mail] = await warnings()
    expect(mail).toMatchObject({ to: customer.email, subject: '2 de vos fichiers seront bientôt supprimés' })
    expect(mail?.text).toContain('à partir du 30 avril 2026')
    expect(mail?.text).toContain('/manufacture/user/order/upload-history')

    await on('2026-04-24')
    expect(await warnings()).toHaveLength(1)

    await on('2026-04-30')
    for (const { id } of uploads) expect([await stateOf(id), await bytesOf(id)]).toEqual(['expired', null])

    expect(await warnings()).toHaveLength(1)
  })

  it('restarts the retention period and the warning by using a file', async () => {
    const { id } = await analysed(ownedBy(customer.id))
    await on('2026-04-23')
    app.clock.advance(3600)
    await use(id)
    await on('2026-05-30')

    expect(await stateOf(id)).toBe('done')

    await on('2026-07-17')
    expect(await warnings()).toHaveLength(2)

    await on('2026-07-24')
    expect(await stateOf(id)).toBe('expired')
  })

  it('loses no file without a warning, even after the server was down', async () => {
    const { id } = await analysed(ownedBy(customer.id))
    await on('2026-08-01')

    expect(await stateOf(id)).toBe('done')

    const [mail] = await warnings()
    expect(mail?.text).toContain('à partir du 8 août 2026')

    await on('2026-08-07')
    expect(await stateOf(id)).toBe('done')

    await on('2026-08-08')
    expect(await stateOf(id)).toBe('expired')
  })
})

describe('files of an open order (PRI-5)', () => {
  const ended = ['completed', 'cancelled', 'refunded'] as const

  /** An order of a part with a drawing, whose quote line was removed. */
  async function ordered() {
    const placed = await anOrderIn(app, customer.id, 'paid')
    const part = await aStoredUpload(app, ownedBy(customer.id), boxStl(10, 9, 9))
    const drawing = await aStoredUpload(app, ownedBy(customer.id), boxStl(7, 7, 7), { purpose: 'attachment' })
    const files = [part, drawing]
    await app.deps.db.updateTable('upload').set({ state: 'done' }).where('id', 'in', files).execute()

    const { ordered: kept } = await rowOf(app, 'order_line', { order_id: placed.id })
    const attachments = [{ uploadId: drawing, name: 'plan.pdf' }]
    await updateRows(
      app,
      'order_line',
      { order_id: placed.id },
      { upload_id: part, line_id: null, ordered: JSON.stringify({ ...kept, attachments }) },
    )

    return { orderId: placed.id, files }
  }
  const statesOf = (ids: readonly string[]) => Promise.all(ids.map(stateOf))
  const bytesOfAll = (ids: readonly string[]) => Promise.all(ids.map(bytesOf))

  it.each(ended)('stay, part and drawing, without a warning until the order is %s', async (status) => {
    const { orderId, files } = await ordered()
    await on('2026-06-01')
    await on('2026-06-10')
    expect(await statesOf(files)).toEqual(['done', 'done'])
    expect(await bytesOfAll(files)).toEqual([684, 684])
    const warned = await app.deps.db.selectFrom('upload').select('warned_at').where('id', 'in', files).execute()
    expect(warned.map(({ warned_at }) => warned_at)).toEqual([null, null])

    await app.deps.db.updateTable('customer_order').set({ status }).where('id', '=', orderId).execute()
    await on('2026-06-11')
    expect(await statesOf(files)).toEqual(['done', 'done'])
    await on('2026-06-19')
    expect(await statesOf(files)).toEqual(['expired', 'expired'])
    expect(await bytesOfAll(files)).toEqual([null, null])
  })

  it('cannot be removed by the customer, and leave their record once the order is closed', async () => {
    const { orderId, files } = await ordered()
    const browser = await aBrowserOf(app, customer.id)
    const remove = (uploadId: string) => browser.call('DELETE /global/upload/{uploadId}', { params: { uploadId } })
    for (const file of files) expect((await remove(file)).error.code).toBe('UPLOAD_IN_USE')
    await app.deps.db.updateTable('customer_order').set({ status: 'completed' }).where('id', '=', orderId).execute()

    const [part = '', drawing = ''] = files
    expect((await remove(part)).status).toBe(200)
    expect(await stateOf(part)).toBe('expired')
    expect((await remove(drawing)).status).toBe(200)
  })
})
