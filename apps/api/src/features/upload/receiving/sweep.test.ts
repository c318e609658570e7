import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { sha256Of } from '#adapters/files.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, useVisitor } from '#test/builders.ts'
import { aLine } from '#test/quote/lines.ts'
import {
  anUpload,
  chunkAt,
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
import { useApp } from '#test/use-app.ts'
import { sweepUploads } from './sweep.service.ts'

const day = 86_400

const app = useApp()
const visitor = useVisitor(app)

async function begun(browser: Browser, bytes = 1000): Promise<string> {
  const { id } = await anUpload(app, browser, bytes)
  await tusCall(browser, 'POST', null, creation(id, bytes))
  await tusCall(browser, 'PATCH', id, chunkAt(0), someBytes(100))
  return id
}

it('removes many abandoned uploads and keeps one in progress (UPL-2)', async () => {
  const ids: string[] = []
  for (let count = 0; count < 50; count++) ids.push(await begun(visitor))
  app.clock.advance(day - 60)

  const busy = ids.pop() ?? ''
  await tusCall(visitor, 'PATCH', busy, chunkAt(100), someBytes(100))
  await sweepUploads(app.deps)

  expect(await leftBytes(app)).toHaveLength(50)

  app.clock.advance(120)
  await sweepUploads(app.deps)

  expect(await leftBytes(app)).toEqual([busy])
  expect(await uploadRow(app, ids[0] ?? '')).toBeUndefined()
  expect((await tusCall(visitor, 'HEAD', busy)).headers.get('upload-offset')).toBe('200')
  expect((await tusCall(visitor, 'HEAD', ids[0] ?? '')).status).toBe(404)
})

it('settles a line that waits for an abandoned file and keeps the record', async () => {
  const id = await begun(visitor)
  await aLine(app, visitor, id)
  app.clock.advance(day + 60)
  await sweepUploads(app.deps)
  expect(await uploadRow(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'cancelled' } })
})

it('stores a complete upload that was never marked as received', async () => {
  const content = someBytes()
  const { id } = await anUpload(app, visitor, content.length)
  await tusCall(visitor, 'POST', null, creation(id, content.length))
  await app.deps.uploads.data.write(Readable.from([content]), app.deps.uploads.keyOf(id), 0)
  app.clock.advance(day + 60)
  await sweepUploads(app.deps)
  expect(await keptAs(app, id)).toBe(sha256Of(content))
})

it('stores an upload whose job had failed for good', async () => {
  const content = someBytes()
  const { id } = await anUpload(app, visitor, content.length)
  await tusCall(visitor, 'POST', null, creation(id, content.length))
  await app.deps.uploads.data.write(Readable.from([content]), app.deps.uploads.keyOf(id), 0)
  await app.deps.db.updateTable('upload').set({ state: 'received' }).where('id', '=', id).execute()
  app.clock.advance(3700)
  await sweepUploads(app.deps)

  expect(await keptAs(app, id)).toBe(sha256Of(content))
})

it('leaves the files of customers to the workers of customers (GEO-4)', async () => {
  const customer = await aBrowserOf(app, (await aCustomer(app)).id)
  const { id } = await anUpload(app, customer, 10)
  await app.deps.db.updateTable('upload').set({ state: 'received' }).where('id', '=', id).execute()
  app.clock.advance(3700)

  const enqueued: [string, unknown][] = []
  const jobs = {
    ...app.deps.jobs,
    enqueue: async (_db: unknown, name: string, data: unknown) => void enqueued.push([name, data]),
  }
  await sweepUploads({ ...app.deps, jobs })
  expect(enqueued).toContainEqual(['store-customer-upload', { uploadId: id }])
})

it('removes files of a visitor with an expired token, unless a line or another upload has them', async () => {
  const shared = someBytes()
  const customer = await aBrowserOf(app, (await aCustomer(app)).id)
  const send = async (browser: Browser, content: Buffer) => {
    const { id } = await anUpload(app, browser, content.length)
    await sendBytes(browser, id, content)
    return { id, key: `parts/${await keptAs(app, id)}` }
  }
  const alone = await send(visitor, someBytes())
  const inLine = await send(visitor, someBytes())
  await aLine(app, visitor, inLine.id)
  const both = await send(visitor, shared)
  await send(customer, shared)
  await sweepUploads(app.deps)
  expect(await uploadRow(app, alone.id)).toBeDefined()

  app.clock.advance(91 * day)
  await sweepUploads(app.deps)
  expect(await uploadRow(app, alone.id)).toBeUndefined()
  expect(await uploadRow(app, both.id)).toBeUndefined()
  expect(await uploadRow(app, inLine.id)).toBeDefined()
  const gone = async () => ((await keptParts(app)).includes(alone.key) ? undefined : true)
  await until(gone, 'the end of the bytes')
  expect(await keptParts(app)).toEqual(expect.arrayContaining([inLine.key, both.key]))
})
