import { existsSync } from 'node:fs'
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { StorageRoom } from '#core/storage-room.ts'
import { useVisitor } from '#test/builders.ts'
import { announceFiles, aProject } from '#test/quote/quotes.ts'
import {
  anUpload,
  chunkAt,
  creation,
  keptAs,
  leftBytes,
  mib,
  sendBytes,
  someBytes,
  tusCall,
  uploadRow,
} from '#test/quote/uploads.ts'
import { silentLog } from '#test/silent-log.ts'
import { useApp } from '#test/use-app.ts'
import { storeUpload } from './store.service.ts'

const reserveBytes = 1024 * mib
let free: number

const app = useApp({}, (deps) => {
  deps.storageRoom = new StorageRoom({ freeBytes: async () => free, reserveBytes, log: silentLog })
})
const visitor = useVisitor(app)

beforeEach(() => {
  free = reserveBytes + 100 * mib
})

const ready = async () => (await visitor.fetch('/health/ready')).json()

async function begun(bytes = 1000): Promise<string> {
  const { id } = await anUpload(app, visitor, bytes)
  await tusCall(visitor, 'POST', null, creation(id, bytes))
  await tusCall(visitor, 'PATCH', id, chunkAt(0), someBytes(100))
  return id
}

describe('on a disk with only the reserve of the database left (B35)', () => {
  it('files are refused before they are sent, with a sentence in the language of the customer', async () => {
    const { id: projectId } = await aProject(visitor)
    free = reserveBytes - 1

    const french = await announceFiles(visitor, projectId, ['part.stl'])
    expect(french).toMatchObject({ status: 507, error: { code: 'STORAGE_FULL' } })
    expect(french.error.message).toContain('espace de stockage est plein')
    expect(french.headers.get('retry-after')).toBe('600')

    visitor.language = 'en'
    const english = await announceFiles(visitor, projectId, ['part.stl'])
    expect(english.error.message).toContain('our storage is full')
  })

  it('a file that does not fit beside the reserve is refused, a smaller one is not', async () => {
    await expect(anUpload(app, visitor, 101 * mib)).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    await expect(anUpload(app, visitor, 99 * mib)).resolves.toMatchObject({ state: 'uploading' })
  })

  it('what has arrived of an upload is removed at once, and the upload begins again once there is room', async () => {
    const content = someBytes(1000)
    const id = await begun(content.length)
    expect(await leftBytes(app)).toContain(id)

    free = reserveBytes
    const refused = await tusCall(visitor, 'PATCH', id, chunkAt(100), content.subarray(100))
    expect(refused.status).toBe(507)
    expect(await leftBytes(app)).not.toContain(id)
    const again = await tusCall(visitor, 'POST', null, creation(id, content.length))
    expect(again.status).toBe(507)

    free = reserveBytes + 100 * mib
    await sendBytes(visitor, id, content)
    await keptAs(app, id)
  })

  it('a complete upload may use half the reserve to be stored', async () => {
    // Complete by its row alone: a job would store what has really arrived.
    const id = await begun()
    free = reserveBytes / 2
    await sql`update upload set state = 'received', bytes = 100 where id = ${id}`.execute(app.deps.db)
    await expect(storeUpload(app.deps, id)).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    expect(await leftBytes(app)).toContain(id)

    free = reserveBytes / 2 + mib
    await storeUpload(app.deps, id)
    expect((await uploadRow(app, id))?.sha256).not.toBeNull()
  })

  it('the server says so and stays ready for everything else', async () => {
    expect(await ready()).toEqual({ status: 'ready', storage: 'ok', mail: 'ok' })
    free = reserveBytes - 1
    expect(await ready()).toEqual({ status: 'ready', storage: 'full', mail: 'ok' })
    expect((await visitor.fetch('/health/ready')).status).toBe(200)
    await aProject(visitor)
  })
})

/** A device of Linux on which every write fails for lack of space. */
const fullDevice = '/dev/full'

describe('when the disk is full in the middle of a chunk (B35)', () => {
  it.skipIf(!existsSync(fullDevice))('the answer is 507 instead of 500, and no half file stays', async () => {
    const { id } = await anUpload(app, visitor, 1000)
    await tusCall(visitor, 'POST', null, creation(id, 1000))
    const stored = join(app.deps.config.dataDir, 'uploads', id)
    await rm(stored)
    await symlink(fullDevice, stored)

    const answer = await tusCall(visitor, 'PATCH', id, chunkAt(0), someBytes(1000))
    expect(answer.status).toBe(507)
    expect(await answer.json()).toMatchObject({ code: 'STORAGE_FULL' })
    expect(await leftBytes(app)).not.toContain(id)
  })
})
