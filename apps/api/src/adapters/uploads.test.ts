import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createS3FileStore } from '#adapters/files.s3.ts'
import { type FaultProxy, startFaultProxy } from '#test/servers/fault-proxy.ts'
import { startS3Server, type TestS3Server } from '#test/servers/s3/s3.ts'
import { createDiskUploads } from './uploads.disk.ts'
import { createS3Uploads } from './uploads.s3.ts'
import type { UploadStore } from './uploads.ts'

const mib = 1024 * 1024

let folder: string
let server: TestS3Server
let proxy: FaultProxy

const place = () => ({
  endpoint: `http://127.0.0.1:${proxy.port}`,
  bucket: 'cotation',
  region: 'us-east-1',
  forcePathStyle: true,
  ...server.credentials,
})

const s3 = async () => createS3Uploads(place())
const stores = { disk: () => createDiskUploads(folder), s3 }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-uploads-'))
  server = await startS3Server()
  proxy = await startFaultProxy(server.port)
  const files = createS3FileStore(place())
  await files.requireBucket()
  files.close()
})

afterAll(async () => {
  await proxy.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function begin(store: UploadStore, size: number): Promise<string> {
  const id = randomUUID()
  await store.data.create(new Upload({ id: store.keyOf(id), size, offset: 0 }))
  return id
}

const write = (store: UploadStore, id: string, bytes: Buffer, offset: number) =>
  store.data.write(Readable.from([bytes]), store.keyOf(id), offset)

async function idsOf(store: UploadStore) {
  const ids: string[] = []
  for await (const id of store.ids()) ids.push(id)
  return ids
}

async function wholeOf(store: UploadStore, id: string) {
  const body = await store.read(id)
  return body ? buffer(body) : null
}

describe.each(['disk', 's3'] as const)('the upload store on %s', (kind) => {
  const open = stores[kind]

  it('assembles chunks of any size from any process', async () => {
    const content = randomBytes(11 * mib)
    const id = await begin(await open(), content.length)
    for (const [from, to] of [
      [0, 1],
      [1, 3 * mib],
      [3 * mib, 10 * mib],
      [10 * mib, 11 * mib],
    ] as const) {
      const store = await open()
      expect(await store.arrived(id)).toBe(from)
      await write(store, id, content.subarray(from, to), from)
    }

    const store = await open()
    expect(await store.arrived(id)).toBe(content.length)
    expect((await wholeOf(store, id))?.equals(content)).toBe(true)
  })

  it('removes complete and incomplete uploads, idempotently', async () => {
    const store = await open()
    const whole = await begin(store, 10)
    await write(store, whole, randomBytes(10), 0)

    const half = await begin(store, 6 * mib)
    await write(store, half, randomBytes(mib), 0)

    expect(await idsOf(store)).toEqual(expect.arrayContaining([whole, half]))

    for (const id of [whole, half, half, randomUUID()]) {
      await store.remove(id)
      expect(await store.arrived(id)).toBeNull()
      expect(await store.read(id)).toBeNull()
    }

    expect(await idsOf(store)).not.toEqual(expect.arrayContaining([whole]))
    expect(await idsOf(store)).not.toEqual(expect.arrayContaining([half]))
  })

  it('keeps the bytes if the same upload is created again', async () => {
    const store = await open()
    const id = await begin(store, 100)
    await write(store, id, randomBytes(40), 0)
    await store.data.create(new Upload({ id: store.keyOf(id), size: 100, offset: 0 }))
    expect(await store.arrived(id)).toBe(40)
  })
})

describe('the upload store on S3 in particular', () => {
  it('writes one part per request, so that no part can be missing before another', async () => {
    const store = await s3()
    const id = await begin(store, 30 * mib)
    await write(store, id, randomBytes(5 * mib - 1), 0)
    proxy.requests.length = 0
    await write(store, id, randomBytes(8 * mib), 5 * mib - 1)

    const sent = proxy.requests.filter((line) => line.startsWith('PUT '))
    expect(sent).toHaveLength(1)
    expect(await store.arrived(id)).toBe(13 * mib - 1)

    await store.remove(id)
  })

  it('reads a complete upload whose parts were not assembled', async () => {
    const store = await s3()
    const content = randomBytes(6 * mib)
    const id = await begin(store, content.length)

    proxy.faultOf = (line) => (/^POST .*uploadId=/.test(line) ? 'refuse' : null)
    await expect(write(store, id, content, 0)).rejects.toThrow()

    proxy.faultOf = () => null
    expect(await store.arrived(id)).toBe(content.length)
    expect((await wholeOf(store, id))?.equals(content)).toBe(true)

    await store.remove(id)
    expect(await idsOf(store)).not.toContain(id)
  })

  it('does not lose an upload while S3 fails', async () => {
    const store = await s3()
    const id = await begin(store, 6 * mib)
    proxy.faultOf = () => 'refuse'

    await expect(store.arrived(id)).rejects.toThrow()
    await expect(store.read(id)).rejects.toThrow()

    proxy.faultOf = () => null
    expect(await store.arrived(id)).toBe(0)

    await store.remove(id)
  })
})

describe('the upload store on disk in particular', () => {
  it('lists the leftovers of a crashed creation and starts over', async () => {
    const store = await createDiskUploads(folder)
    const onlyBytes = randomUUID()
    const onlyInfo = randomUUID()
    const broken = randomUUID()

    await writeFile(join(folder, onlyBytes), 'abc')
    await writeFile(join(folder, `${onlyInfo}.json`), '{"size":10}')
    await writeFile(join(folder, broken), '')
    await writeFile(join(folder, `${broken}.json`), '{"si')

    for (const id of [onlyBytes, onlyInfo, broken]) {
      expect(await store.arrived(id)).toBeNull()
      expect(await idsOf(store)).toContain(id)
      await store.data.create(new Upload({ id, size: 10, offset: 0 }))
      expect(await store.arrived(id)).toBe(0)
      await store.remove(id)
      expect((await readdir(folder)).filter((name) => name.startsWith(id))).toEqual([])
    }
  })
})
