import { beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor } from '#test/builders.ts'
import { aLine } from '#test/quote/lines.ts'
import { aProject } from '#test/quote/quotes.ts'
import {
  anUpload,
  creation,
  keptAs,
  keptParts,
  leftBytes,
  sendBytes,
  someBytes,
  tusCall,
  uploadRow,
} from '#test/quote/uploads.ts'
import { until } from '#test/until.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let customer: Browser

beforeEach(async () => {
  customer = await aBrowserOf(app, (await aCustomer(app)).id)
})

async function sent(browser: Browser, content = someBytes(), name = 'part.stl') {
  const { id } = await anUpload(app, browser, content.length, { name })
  await sendBytes(browser, id, content)
  return { id, key: `parts/${await keptAs(app, id)}` }
}

const history = (query: Record<string, string> = {}) =>
  customer.send<HistoryData>('GET /global/upload/history', { query })

interface HistoryData {
  total: number
  uploads: { upload: { id: string; name: string }; thumbnailId: string | null; projects: { name: string }[] }[]
}

const remove = (browser: Browser, uploadId: string) =>
  browser.call('DELETE /global/upload/{uploadId}', { params: { uploadId } })

describe('the history of a customer', () => {
  it('lists only their own files in pages, newest first, with a literal search by name', async () => {
    for (const name of ['Bride 100%.stl', 'Bride_2.step', 'axe.stl', 'Équerre.stl']) {
      await anUpload(app, customer, 10, { name })
      app.clock.advance(1)
    }

    await anUpload(app, await aBrowserOf(app, (await aCustomer(app)).id), 10, { name: 'Bride 3.stl' })

    const names = async (query: Record<string, string>) => {
      const { data } = await history(query)
      return [data.total, ...data.uploads.map(({ upload }) => upload.name)]
    }

    expect(await names({})).toEqual([4, 'Équerre.stl', 'axe.stl', 'Bride_2.step', 'Bride 100%.stl'])
    expect(await names({ search: 'brîde' })).toEqual([2, 'Bride_2.step', 'Bride 100%.stl'])
    expect(await names({ search: '0%' })).toEqual([1, 'Bride 100%.stl'])
    expect(await names({ search: 'e_2' })).toEqual([1, 'Bride_2.step'])
    expect(await names({ search: '\\' })).toEqual([0])
    expect(await names({ page: '2', pageSize: '3' })).toEqual([4, 'Bride 100%.stl'])
    expect(await names({ page: '9', pageSize: '3' })).toEqual([4])
    expect((await history({ pageSize: '101' })).status).toBe(422)
    expect((await (await aVisitor(app)).call('GET /global/upload/history', { query: {} })).status).toBe(401)
  })

  it('includes the projects that use a file, as part or attachment, and its thumbnail', async () => {
    const { id } = await sent(customer)
    const drawing = await anUpload(app, customer, 10, { purpose: 'attachment', name: 'plan.pdf' })
    const first = (await aProject(customer, 'cnc', 'First')).id
    const second = (await aProject(customer, 'cnc', 'Second')).id
    const gone = (await aProject(customer, 'cnc', 'Gone')).id
    const line = await aLine(app, customer, id, first)

    await aLine(app, customer, id, first)
    await aLine(app, customer, id, second)
    await aLine(app, customer, id, gone)

    const { db } = app.deps
    await db.insertInto('line_attachment').values({ line_id: line, upload_id: drawing.id, position: 0 }).execute()
    await db.updateTable('project').set({ deleted_at: app.clock.now }).where('id', '=', gone).execute()

    const analysisId = (await uploadRow(app, id))?.analysis_id ?? ''
    const body = { name: '', per_file: 1, fingerprint: 'x', measures: '{}', facts: '{}' }
    await db
      .insertInto('part_body')
      .values(
        [0, 1].map((index) => ({
          ...body,
          analysis_id: analysisId,
          body_index: index,
          thumbnail_id: `${index}`.repeat(32),
        })),
      )
      .execute()

    const { data } = await history()
    const used = (name: string) => data.uploads.find(({ upload }) => upload.name === name)

    expect(
      used('part.stl')
        ?.projects.map(({ name }) => name)
        .sort(),
    ).toEqual(['First', 'Second'])
    const thumbnail = app.deps.thumbnails.open(used('part.stl')?.thumbnailId ?? '')
    expect(thumbnail).toMatchObject({ scope: { kind: 'upload' }, thumbnailId: '0'.repeat(32) })
    expect(used('plan.pdf')?.projects.map(({ name }) => name)).toEqual(['First'])
  })
})

describe('removing a file', () => {
  it('deletes the bytes unless another upload has the same content', async () => {
    const content = someBytes()
    const mine = await sent(customer, content)
    const theirs = await sent(await aVisitor(app), content)

    expect((await remove(customer, mine.id)).status).toBe(200)
    expect(await uploadRow(app, mine.id)).toBeUndefined()
    expect((await remove(customer, mine.id)).status).toBe(404)

    const other = await sent(customer)
    await remove(customer, other.id)
    await until(async () => ((await keptParts(app)).includes(other.key) ? undefined : true), 'the end of the bytes')

    expect(await keptParts(app)).toContain(theirs.key)
  })

  it('is refused while a line uses it, and keeps the record for a removed line', async () => {
    const { id, key } = await sent(customer)
    const line = await aLine(app, customer, id)

    expect(await remove(customer, id)).toMatchObject({ status: 422, error: { code: 'UPLOAD_IN_USE' } })
    expect((await customer.fetch(`/gateway/global/upload/${id}/content`)).status).toBe(200)

    await app.deps.db.updateTable('quote_line').set({ deleted_at: app.clock.now }).where('id', '=', line).execute()
    expect((await remove(customer, id)).status).toBe(200)
    expect(await uploadRow(app, id)).toMatchObject({ state: 'expired' })
    expect((await customer.fetch(`/gateway/global/upload/${id}/content`)).status).toBe(404)

    await until(async () => ((await keptParts(app)).includes(key) ? undefined : true), 'the end of the bytes')
  })

  it('is refused while a line has it attached', async () => {
    const part = await anUpload(app, customer, 10)
    const drawing = await anUpload(app, customer, 10, { purpose: 'attachment' })
    const line = await aLine(app, customer, part.id)
    await app.deps.db
      .insertInto('line_attachment')
      .values({ line_id: line, upload_id: drawing.id, position: 0 })
      .execute()

    expect(await remove(customer, drawing.id)).toMatchObject({ status: 422, error: { code: 'UPLOAD_IN_USE' } })
  })

  it('deletes the received bytes of an unfinished upload', async () => {
    const { id } = await anUpload(app, customer, 10)
    await tusCall(customer, 'POST', null, creation(id, 10))
    expect(await leftBytes(app)).toContain(id)
    expect((await remove(customer, id)).status).toBe(200)
    expect(await leftBytes(app)).not.toContain(id)
  })
})
