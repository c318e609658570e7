import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from '@tus/server'
import { describe, expect, it } from 'vitest'
import { sha256Of } from '#adapters/files.ts'
import type { Deps } from '#core/deps.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import { removeContent } from '#features/upload/retention.service.ts'
import { aBrowserOf, aCustomer, useVisitor } from '#test/builders.ts'
import { anUpload, keptParts, leftBytes, someBytes, uploadRow } from '#test/quote/uploads.ts'
import { useApp } from '#test/use-app.ts'
import { markReceived } from './receive.service.ts'
import { storeUpload } from './store.service.ts'

const app = useApp()
const visitor = useVisitor(app)

/** A received upload without the job that would store it. */
async function received(content: Buffer, purpose: 'part' | 'attachment' = 'part', bytes = content.length) {
  const { id } = await anUpload(app, visitor, bytes, { purpose })
  const { data, keyOf } = app.deps.uploads
  await data.create(new Upload({ id: keyOf(id), size: bytes, offset: 0 }))
  await data.write(Readable.from([content]), keyOf(id), 0)
  await app.deps.db.updateTable('upload').set({ state: 'received' }).where('id', '=', id).execute()
  return id
}

class Crash extends Error {}

/** Deps whose call number `at` crashes before or after its work; `calls` counts all calls. */
function dying(at: number, when: 'before' | 'after'): { deps: Deps; calls: () => number } {
  let count = 0
  const counted = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function' || name === 'keyOf') return value
        return async (...args: unknown[]) => {
          const mine = count
          count++
          if (mine === at && when === 'before') throw new Crash()
          const result: unknown = await value.apply(target, args)
          if (mine === at && when === 'after') throw new Crash()
          return result
        }
      },
    })

  const { files, uploads, jobs } = app.deps
  return {
    deps: { ...app.deps, files: counted(files), uploads: counted(uploads), jobs: counted(jobs) },
    calls: () => count,
  }
}

async function contentOf(sha256: string) {
  const file = await app.deps.files.get(partKey(sha256))
  return file ? buffer(file.body) : null
}

const contentRow = (sha256: string) =>
  app.deps.db.selectFrom('file_content').selectAll().where('sha256', '=', sha256).executeTakeFirst()

describe('storing a received upload', () => {
  it.each(['before', 'after'] as const)('can be retried after a crash %s any step', async (when) => {
    let at = 0
    for (let reached = true; reached; at++) {
      const content = someBytes(3000)
      const id = await received(content)
      const { deps, calls } = dying(at, when)
      await storeUpload(deps, id).catch((error: unknown) => expect(error).toBeInstanceOf(Crash))
      reached = calls() > at
      await storeUpload(app.deps, id)
      await storeUpload(app.deps, id)

      const sha256 = sha256Of(content)
      expect(await contentOf(sha256)).toEqual(content)

      const row = await uploadRow(app, id)
      expect(row?.sha256).toBe(sha256)
      expect(['analysing', 'done', 'failed']).toContain(row?.state)
      expect(row?.analysis_id).not.toBeNull()
      expect(await leftBytes(app)).not.toContain(id)
    }

    // Read for the hash, look for the content, read again, put, enqueue the analysis, remove.
    expect(at).toBeGreaterThanOrEqual(6)
  })

  it('stores expired content again', async () => {
    const content = someBytes()
    const sha256 = sha256Of(content)
    await storeUpload(app.deps, await received(content))
    await app.deps.db.updateTable('upload').set({ state: 'expired' }).where('sha256', '=', sha256).execute()
    await removeContent(app.deps, sha256, app.clock.now)

    expect(await contentOf(sha256)).toBeNull()
    expect((await contentRow(sha256))?.removed_at).not.toBeNull()

    await storeUpload(app.deps, await received(content))
    expect(await contentOf(sha256)).toEqual(content)
    expect((await contentRow(sha256))?.removed_at).toBeNull()
  })

  it('loses nothing when the same content is removed and sent at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const content = someBytes()
      const sha256 = sha256Of(content)
      await storeUpload(app.deps, await received(content))
      await app.deps.db.updateTable('upload').set({ state: 'expired' }).where('sha256', '=', sha256).execute()

      const id = await received(content)
      await Promise.all([removeContent(app.deps, sha256, app.clock.now), storeUpload(app.deps, id)])

      expect(await contentOf(sha256)).toEqual(content)
      expect((await contentRow(sha256))?.removed_at).toBeNull()
    }
  })

  it('fails the upload when the bytes differ from the announced size, and stores none', async () => {
    const kept = (await keptParts(app)).length
    const id = await received(someBytes(500), 'part', 700)
    await storeUpload(app.deps, id)
    expect(await uploadRow(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'truncated' }, sha256: null })
    expect(await keptParts(app)).toHaveLength(kept)
  })

  it('fails the upload when the bytes vanished after a first attempt, instead of retrying for ever', async () => {
    const content = someBytes()
    const id = await received(content)
    const { deps } = dying(1, 'before')

    await expect(storeUpload(deps, id)).rejects.toBeInstanceOf(Crash)
    expect((await uploadRow(app, id))?.sha256).toBe(sha256Of(content))

    await app.deps.uploads.remove(id)
    await storeUpload(app.deps, id)

    expect(await uploadRow(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'truncated' } })
  })

  it('stores nothing for an upload that is removed while it is read', async () => {
    const content = someBytes()
    const id = await received(content)
    const { uploads, db } = app.deps
    const read = async (uploadId: string) => {
      await db.deleteFrom('upload').where('id', '=', uploadId).execute()
      return uploads.read(uploadId)
    }
    await storeUpload({ ...app.deps, uploads: { ...uploads, read } }, id)

    expect(await contentOf(sha256Of(content))).toBeNull()
    expect(await leftBytes(app)).not.toContain(id)
  })

  it('ignores an upload that was removed or is still in progress', async () => {
    const gone = await received(someBytes())
    await app.deps.db.deleteFrom('upload').where('id', '=', gone).execute()
    await storeUpload(app.deps, gone)

    expect(await leftBytes(app)).not.toContain(gone)

    const coming = await received(someBytes())
    await app.deps.db.updateTable('upload').set({ state: 'uploading' }).where('id', '=', coming).execute()
    await storeUpload(app.deps, coming)

    expect(await leftBytes(app)).toContain(coming)
  })
})

describe('attachments', () => {
  it('are stored when their type is allowed', async () => {
    const content = Buffer.from(`%PDF-1.7\n${'1 0 obj\n'.repeat(20)}%%EOF\n${Math.random()}`)
    const id = await received(content, 'attachment')
    await storeUpload(app.deps, id)
    expect(await uploadRow(app, id)).toMatchObject({ state: 'done', refusal: null, sha256: sha256Of(content) })
    expect(await contentOf(sha256Of(content))).toEqual(content)
  })

  it('are refused by their content and not stored (UPL-3)', async () => {
    const content = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), someBytes()])
    const id = await received(content, 'attachment')
    await storeUpload(app.deps, id)
    expect(await uploadRow(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'zip' }, sha256: null })
    expect(await contentOf(sha256Of(content))).toBeNull()
    expect(await leftBytes(app)).not.toContain(id)
  })
})

it("a customer's file does not wait for visitors' files to be stored (GEO-4)", async () => {
  const enqueued: string[] = []
  const jobs = { ...app.deps.jobs, enqueue: async (_db: unknown, name: string) => void enqueued.push(name) }
  const customer = await aBrowserOf(app, (await aCustomer(app)).id)

  for (const browser of [visitor, customer]) {
    const { id } = await anUpload(app, browser, 10)
    await markReceived({ db: app.deps.db, jobs }, id)
  }
  expect(enqueued).toEqual(['store-upload', 'store-customer-upload'])
})
