import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '#test/servers/fault-proxy.ts'
import { startS3Server, type TestS3Server } from '#test/servers/s3/s3.ts'
import { createS3FileStore, type S3FileStore } from './files.s3.ts'
import { sha256Of } from './files.ts'

const stl = { contentType: 'model/stl' }
const partBytes = 5 * 1024 * 1024
const threeParts = randomBytes(2 * partBytes + 1)

let server: TestS3Server
let proxy: FaultProxy
let store: S3FileStore

beforeAll(async () => {
  server = await startS3Server()
})

afterAll(() => server.close())

beforeEach(async () => {
  proxy = await startFaultProxy(server.port)
  store = open('cotation')
  await store.requireBucket()
})

afterEach(() => proxy.close())

function open(bucket: string, timeoutMs?: number): S3FileStore {
  const place = { endpoint: `http://127.0.0.1:${proxy.port}`, bucket, region: 'us-east-1', forcePathStyle: true }
  const opened = createS3FileStore({ ...place, ...server.credentials, partBytes, timeoutMs })
  onTestFinished(() => opened.close())
  return opened
}

const parts = () => proxy.requests.filter((line) => line.includes('partNumber='))
const aborts = () => proxy.requests.filter((line) => /^DELETE .*uploadId=/.test(line))

test('uploads a large stream in parts and a small one in one request', async () => {
  await store.put('large', Readable.from([threeParts]), { ...stl, sha256: sha256Of(threeParts) })
  expect(parts()).toHaveLength(3)
  proxy.requests.length = 0
  await store.put('small', Readable.from(['solid']), { ...stl, sha256: sha256Of(Buffer.from('solid')) })
  expect(proxy.requests).toEqual([expect.stringMatching(/^PUT \/cotation\/small/)])
})

test('accepts an existing bucket and never creates a missing one (B37)', async () => {
  await store.requireBucket()

  const missing = open('misspelt')
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(missing.requireBucket()).rejects.toThrow(/^The bucket "misspelt" does not exist\./)
})

test.each([
  ['a part', /partNumber=2/],
  ['the completion', /^POST .*uploadId=/],
])('aborts the upload and reports the first error if the server fails at %s', async (_at, line) => {
  proxy.faultOf = (request) => (line.test(request) ? 'refuse' : null)
  const put = store.put('failed', Readable.from([threeParts]), stl)
  await expect(put).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } })
  expect(aborts().length).toBeGreaterThan(0)
  proxy.faultOf = () => null
  expect(await store.get('failed')).toBeNull()
})

test('hides an upload whose checksum is missing', async () => {
  proxy.faultOf = (request) => (/^PUT .*CopyObject/.test(request) ? 'refuse' : null)
  await expect(store.put('unsigned', Readable.from(['solid']), stl)).rejects.toThrow()
  expect(proxy.requests.some((request) => /^PUT .*CopyObject/.test(request))).toBe(true)
  proxy.faultOf = () => null
  expect(await store.get('unsigned')).toBeNull()
})

test('gives up on a silent server', async () => {
  proxy.faultOf = () => 'hang'
  const impatient = open('cotation', 100)
  await expect(impatient.get('any')).rejects.toMatchObject({ name: 'TimeoutError' })
  await expect(impatient.put('any', Readable.from(['solid']), stl)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test.each(['cut', 'stall'] as const)(
  'an answer that is %s in the middle ends the stream with an error',
  async (fault) => {
    await store.put('half', threeParts, stl)
    proxy.faultOf = () => fault
    const file = await open('cotation', 3000).get('half')
    expect(file?.bytes).toBe(threeParts.length)
    await expect(buffer(file?.body ?? Readable.from([]))).rejects.toThrow()
  },
)

test('reports a server that is down as an error, not as a missing file', async () => {
  await proxy.close()
  await expect(store.get('any')).rejects.toThrow(/ECONNREFUSED/)
  const source = Readable.from([threeParts])
  await expect(store.put('any', source, stl)).rejects.toThrow()
  expect(source.destroyed).toBe(true)
  proxy = await startFaultProxy(server.port)
})

test('reports a missing bucket as an error, not as a missing file', async () => {
  await expect(open('other').get('any')).rejects.toMatchObject({ name: 'NoSuchBucket' })
})

test('refuses part sizes below the minimum of S3', () => {
  const place = { bucket: 'b', region: 'us-east-1', forcePathStyle: true, accessKeyId: 'a', secretAccessKey: 's' }
  expect(() => createS3FileStore({ ...place, partBytes: 1024 })).toThrow(/5 MiB/)
})
