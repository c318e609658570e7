import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Locker } from '@tus/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTusEndpoint, type TusEndpoint } from './tus-endpoint.ts'
import { createDiskUploads } from './uploads.disk.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-tus-'))
})
afterAll(() => rm(folder, { recursive: true }))

const bytes = Buffer.from('a part')
const protocol = { 'tus-resumable': '1.0.0' }

/** Creates an upload with one request and sends its bytes with another. */
async function sendAll(tus: TusEndpoint): Promise<number> {
  const uploadId = randomUUID()
  const metadata = `uploadId ${Buffer.from(uploadId).toString('base64')}`
  const creation = { ...protocol, 'upload-length': String(bytes.length), 'upload-metadata': metadata }
  await tus({ method: 'POST', uploadId, headers: creation, body: null })

  const headers = { ...protocol, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  return (await tus({ method: 'PATCH', uploadId, headers, body: Readable.from([bytes]) })).status
}

const lockerThat = (lock: (signal: AbortSignal, requestRelease: () => unknown) => Promise<unknown>): Locker => ({
  newLock: () => ({
    lock: async (signal, requestRelease) => void (await lock(signal, requestRelease)),
    unlock: async () => undefined,
  }),
})

it('tells a request that lost its lock to ask for the offset, and not to give up', async () => {
  const uploads = await createDiskUploads(folder)
  const alone = lockerThat(async () => undefined)
  const contested = lockerThat((signal, requestRelease) => {
    const isAborted = once(signal, 'abort')
    requestRelease()
    return isAborted
  })

  const statusWith = (locker: Locker) => sendAll(createTusEndpoint('/upload', { ...uploads, locker }, async () => {}))
  expect(await statusWith(alone)).toBe(204)
  expect(await statusWith(contested)).toBe(409)
})
