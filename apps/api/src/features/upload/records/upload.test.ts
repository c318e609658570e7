import { lineRoutes } from '@cotation/contracts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { lockOwner } from '#features/quote/rows/owner.repository.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor } from '#test/builders.ts'
import { settled } from '#test/quote/stored-uploads.ts'
import {
  anUpload,
  chunkAt,
  creation,
  keptAs,
  mib,
  ownerOfBrowser,
  sendBytes,
  someBytes,
  tusCall,
  uploadRow,
} from '#test/quote/uploads.ts'
import { updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { announceUploads, listUploadViews, maxFiles, touchUploads } from './upload.service.ts'

const app = useApp({ UPLOAD_VISITOR_GIB: '1.5', UPLOADS_AT_ONCE: '1000' })
let visitor: Browser
let customer: Browser

beforeEach(async () => {
  customer = await aBrowserOf(app, (await aCustomer(app)).id)
  // Uploads of earlier tests no longer count as in progress.
  app.clock.advance(3600)
  visitor = await aVisitor(app)
})

async function announce(browser: Browser, files: { name: string; bytes: number }[]) {
  const owner = await ownerOfBrowser(app, browser)
  return app.deps.db.transaction().execute(async (trx) => {
    await lockOwner(trx, owner)
    return announceUploads(app.deps, trx, owner, files, 'part')
  })
}

const files = (count: number, bytes = 1000) => Array.from({ length: count }, (_, i) => ({ name: `${i}.stl`, bytes }))
const gib = 1024 * mib

describe('quotas (UPL-2, GEO-4)', () => {
  it('keep the sequence of the announced files', async () => {
    const rows = await announce(visitor, files(50))
    expect(rows.map(({ name }) => name)).toEqual(files(50).map(({ name }) => name))
    expect(await announce(visitor, [])).toEqual([])
  })

  it('limit the bytes of a visitor, all or nothing, and allow a customer more', async () => {
    await announce(visitor, files(1, gib))
    await expect(announce(visitor, files(2, gib / 4 + 1))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })
    await announce(visitor, files(2, gib / 4))
    await expect(announce(visitor, files(1, 1))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })
    await announce(customer, files(20, gib))
    await expect(announce(customer, files(1, 1))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })
  })

  it('limit the files of a visitor, also with concurrent announcements', async () => {
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => announce(visitor, files(50))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxFiles.visitor / 50)
  })

  it('count stored and unfinished files but no abandoned ones', async () => {
    const rows = await announce(visitor, files(maxFiles.visitor))
    await expect(announce(visitor, files(1))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })

    const [first, second] = rows
    await updateRows(app, 'upload', { id: first?.id ?? '' }, { state: 'failed' })
    await updateRows(app, 'upload', { id: second?.id ?? '' }, { state: 'expired' })
    await announce(visitor, files(2))

    await expect(announce(visitor, files(1))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })
  })

  /** Announces files of which some bytes have arrived. */
  async function start(browser: Browser, count: number): Promise<void> {
    const rows = await announce(browser, files(count))
    const ids = rows.map(({ id }) => id)
    await app.deps.db.updateTable('upload').set({ bytes_at: app.clock.now }).where('id', 'in', ids).execute()
  }

  it('limit concurrent uploads in total, reserve some for customers, and expire', async () => {
    await start(visitor, 400)
    await start(await aVisitor(app), 350)

    const third = await aVisitor(app)
    await expect(announce(third, files(1))).rejects.toMatchObject({ code: 'BUSY' })

    await start(customer, 250)
    await expect(announce(customer, files(1))).rejects.toMatchObject({ code: 'BUSY' })

    app.clock.advance(16 * 60)
    await announce(third, files(1))
  })

  it('count an upload from its first byte, so that announcing many takes no slot', async () => {
    const { id } = await anUpload(app, visitor, 10)
    for (let i = 0; i < 3; i++) await announce(await aVisitor(app), files(400))

    await start(await aVisitor(app), 400)
    await start(await aVisitor(app), 350)
    expect((await tusCall(visitor, 'POST', null, creation(id, 10))).status).toBe(201)
    const refused = await tusCall(visitor, 'PATCH', id, chunkAt(0), someBytes(10))
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'BUSY' })

    app.clock.advance(16 * 60)
    expect((await tusCall(visitor, 'PATCH', id, chunkAt(0), someBytes(10))).status).toBe(204)
  })

  it('limit what all visitors of a network announce together, and nobody else', async () => {
    const network = '192.0.2.7'
    await announce(await aVisitor(app, network), files(400))

    await expect(announce(await aVisitor(app, network), files(1))).rejects.toMatchObject({ code: 'BUSY' })
    await announce(visitor, files(1))
    await announce(customer, files(1))

    app.clock.advance(16 * 60)
    await announce(await aVisitor(app, network), files(1))
  })

  it('do not keep the slot of an upload whose chunks are refused', async () => {
    const { id, last_used_at: announcedAt } = await anUpload(app, visitor, 10)
    app.clock.advance(60)

    expect((await tusCall(visitor, 'PATCH', id, chunkAt(0), someBytes(5))).status).toBe(404)
    expect(await uploadRow(app, id)).toMatchObject({ last_used_at: announcedAt, bytes_at: null })

    await tusCall(visitor, 'POST', null, creation(id, 10))
    expect((await tusCall(visitor, 'PATCH', id, chunkAt(0), someBytes(5))).status).toBe(204)
    expect(await uploadRow(app, id)).toMatchObject({ last_used_at: app.clock.now, bytes_at: app.clock.now })
  })
})

describe('file names (UPL-1, UPL-5)', () => {
  const refused = [
    ['CRLF', 'a\r\nset-cookie: x.stl'],
    ['a zero byte', 'a\0.stl'],
    ['a mark that turns the direction', 'a\u202elts.stl'],
    ['10 kB', `${'x'.repeat(10_000)}.stl`],
    ['nothing', ' '],
  ]
  it.each(refused)('are refused by the contract if they contain %s', (_, name) => {
    expect(lineRoutes.add.body.safeParse({ files: [{ name, bytes: 1 }] }).success).toBe(false)
  })

  const kept = [
    '../../etc/passwd',
    '%2e%2e%2fx.stl',
    '..%00.stl',
    'con.stl',
    'pièce “n° 1”;é.stl',
    '"; rm -rf /;.stl',
    '🔩.stl',
  ]
  it.each(kept)('are stored and never used as a path: %s', async (name) => {
    expect(lineRoutes.add.body.safeParse({ files: [{ name, bytes: 1 }] }).success).toBe(true)

    const content = someBytes(100)
    const { id } = await anUpload(app, visitor, content.length, { name })
    await sendBytes(visitor, id, content)
    await keptAs(app, id)

    const answer = await visitor.fetch(`/gateway/global/upload/${id}/content`)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content)

    const header = answer.headers.get('content-disposition') ?? ''
    expect(header).toMatch(/^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w%.~-]+$/)
    expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toBe(name)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-length')).toBe('100')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('are returned unchanged, whatever their letters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), async (given) => {
        const parsed = lineRoutes.add.body.safeParse({ files: [{ name: given, bytes: 1 }] })
        fc.pre(parsed.success)
        const name = parsed.data?.files[0]?.name ?? ''
        const { id } = await anUpload(app, visitor, 1, { name })
        expect((await uploadRow(app, id))?.name).toBe(name)
        await app.deps.db.deleteFrom('upload').where('id', '=', id).execute()
      }),
      { numRuns: 60 },
    )
  })
})

describe('the view of a file', () => {
  it('includes its expiry, three months after its last use', async () => {
    const content = someBytes()
    const { id } = await anUpload(app, visitor, content.length)

    expect((await listUploadViews(app.deps.db, [id], app.clock.now)).get(id)).toMatchObject({
      state: 'uploading',
      bytes: content.length,
      expiresAt: null,
      summary: null,
      refusal: null,
      analysingSeconds: null,
    })

    await sendBytes(visitor, id, content)
    await keptAs(app, id)
    await app.deps.db.updateTable('upload').set({ state: 'done' }).where('id', '=', id).execute()
    await touchUploads(app.deps.db, [id], new Date('2026-11-30T10:00:00Z'))

    expect((await listUploadViews(app.deps.db, [id, id], app.clock.now)).get(id)?.expiresAt).toBe(
      '2027-02-28T10:00:00.000Z',
    )

    await touchUploads(app.deps.db, [id], new Date('2026-11-29T10:00:00Z'))
    expect((await uploadRow(app, id))?.last_used_at).toEqual(new Date('2026-11-30T10:00:00Z'))
  })

  it('includes how long it has waited and why it was refused', async () => {
    const content = Buffer.from('<!doctype html><html></html>')
    const { id } = await anUpload(app, visitor, content.length)
    await sendBytes(visitor, id, content)

    // The real analysis must not end between the next two steps.
    const { sha256 } = await settled(app, id)
    const { db } = app.deps
    await db.updateTable('upload').set({ state: 'analysing' }).where('id', '=', id).execute()

    const queuedAt = new Date(app.clock.now.getTime() - 42_500)
    await db.updateTable('part_analysis').set({ queued_at: queuedAt }).where('sha256', '=', sha256).execute()

    expect((await listUploadViews(db, [id], app.clock.now)).get(id)?.analysingSeconds).toBe(42)

    const refusal = JSON.stringify({ code: 'html-page' })
    await db.updateTable('upload').set({ state: 'failed', refusal }).where('id', '=', id).execute()

    const view = (await listUploadViews(db, [id], app.clock.now)).get(id)
    expect(view).toMatchObject({ state: 'failed', refusal: { code: 'html-page' }, analysingSeconds: null })
  })
})
