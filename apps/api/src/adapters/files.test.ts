import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3Server } from '#test/servers/s3/s3.ts'
import { createDiskFileStore } from './files.disk.ts'
import { createS3FileStore } from './files.s3.ts'
import { FileIntegrityError, FileKeyError, type FileStore, sha256Of } from './files.ts'

interface Harness {
  store: FileStore
  /** Truncates the stored content without the store. */
  shorten(key: string, bytes: number): Promise<void>
  close(): Promise<void>
}

async function onDisk(): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'cotation-files-'))
  return {
    store: createDiskFileStore(folder),
    async shorten(key, bytes) {
      const [name] = (await readdir(folder)).filter((one) => one.startsWith(`${key}.`) && one.endsWith('.bin'))
      await truncate(join(folder, name ?? ''), bytes)
    },
    close: () => rm(folder, { recursive: true }),
  }
}

async function onS3(): Promise<Harness> {
  const server = await startS3Server()
  const bucket = 'cotation'
  const endpoint = `http://127.0.0.1:${server.port}`
  const place = { endpoint, bucket, region: 'eu-west-3', forcePathStyle: true }

  // Two keys per page, so that longer lists need several pages.
  const store = createS3FileStore({ ...place, ...server.credentials, partBytes: 5 * 1024 * 1024, pageSize: 2 })
  await store.requireBucket()

  return {
    store,
    shorten: (key, bytes) => server.truncate(bucket, key, bytes),
    async close() {
      store.close()
      await server.close()
    },
  }
}

async function keysOf(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.sort()
}

async function contentOf(store: FileStore, key: string): Promise<Buffer> {
  const file = await store.get(key)
  if (!file) throw new Error(`${key} is missing`)
  return buffer(file.body)
}

const stl = { contentType: 'model/stl' }

describe.each([
  ['disk', onDisk],
  ['S3', onS3],
])('the file store on %s', (_name, open) => {
  let harness: Harness
  let store: FileStore
  beforeAll(async () => {
    harness = await open()
    ;({ store } = harness)
  })
  afterAll(() => harness.close())

  const small = Buffer.from('solid pièce\nendsolid\n')
  const large = randomBytes(11 * 1024 * 1024)
  test.each([
    ['a buffer', small, (content: Buffer) => content],
    ['nothing', Buffer.alloc(0), (content: Buffer) => content],
    ['a stream of nothing', Buffer.alloc(0), () => Readable.from([])],
    ['a stream', small, (content: Buffer) => Readable.from([content])],
    ['a large stream of many chunks', large, (content: Buffer) => Readable.from(slices(content))],
    ['a large buffer', large, (content: Buffer) => content],
  ])('returns %s byte for byte', async (name, content, bodyOf) => {
    for (const meta of [stl, { ...stl, sha256: sha256Of(content) }]) {
      const key = `round/${name.replaceAll(' ', '-')}`
      const put = await store.put(key, bodyOf(content), meta)
      expect(put).toEqual({ bytes: content.length, sha256: sha256Of(content) })
      const got = await store.get(key)
      expect(got).toMatchObject({ bytes: content.length, contentType: 'model/stl' })
      got?.body.destroy()
      expect(sha256Of(await contentOf(store, key))).toBe(sha256Of(content))
    }
  })

  test('returns null for a missing file and removes it without error', async () => {
    expect(await store.get('missing/file')).toBeNull()
    await store.remove('missing/file')
  })

  test('forgets a removed file', async () => {
    await store.put('removed', small, stl)
    await store.remove('removed')
    expect(await store.get('removed')).toBeNull()
    expect(await keysOf(store, 'removed')).toEqual([])
  })

  test('creates a file once, also for concurrent callers', async () => {
    const contents = Array.from({ length: 8 }, (_, index) => Buffer.from(`server ${index}`))
    const created = await Promise.all(contents.map((content) => store.create('created/once', content, stl)))
    expect(created.filter((isCreated) => isCreated)).toHaveLength(1)
    expect(await contentOf(store, 'created/once')).toEqual(contents[created.indexOf(true)])

    expect(await store.create('created/once', small, stl)).toBe(false)
    expect(await keysOf(store, 'created')).toEqual(['created/once'])
  })

  test('replaces content and type with a second put', async () => {
    await store.put('replaced', small, stl)
    await store.put('replaced', Buffer.from('new'), { contentType: 'text/plain' })
    const got = await store.get('replaced')
    expect(got?.contentType).toBe('text/plain')
    got?.body.destroy()
    expect((await contentOf(store, 'replaced')).toString()).toBe('new')
    expect(await keysOf(store, 'replaced')).toEqual(['replaced'])
  })

  test('accepts a key that extends another by a slash', async () => {
    await store.put('nested', small, stl)
    await store.put('nested/below', Buffer.from('below'), stl)
    expect((await contentOf(store, 'nested')).equals(small)).toBe(true)
    expect(await keysOf(store, 'nested')).toEqual(['nested', 'nested/below'])
  })

  test.each([
    ['a buffer', () => small],
    ['a stream', () => Readable.from([small])],
    ['a large stream', () => Readable.from(slices(large))],
  ])('stores nothing of %s with a wrong checksum', async (_kind, body) => {
    const meta = { ...stl, sha256: sha256Of(Buffer.from('something else')) }
    await expect(store.put('wrong/sum', body(), meta)).rejects.toBeInstanceOf(FileIntegrityError)
    expect(await store.get('wrong/sum')).toBeNull()
    expect(await keysOf(store, 'wrong/')).toEqual([])
  })

  test('keeps the former file if the source fails', async () => {
    await store.put('broken', small, stl)
    async function* breaking() {
      yield* slices(large)
      throw new Error('the visitor went away')
    }
    await expect(store.put('broken', Readable.from(breaking()), stl)).rejects.toThrow('the visitor went away')
    expect((await contentOf(store, 'broken')).equals(small)).toBe(true)
  })

  test('ends the stream of a truncated file with an error (FLT-7)', async () => {
    await store.put('short', large, stl)
    await harness.shorten('short', large.length - 1)
    await expect(contentOf(store, 'short')).rejects.toBeInstanceOf(FileIntegrityError)
  })

  test('lists every key under a prefix with size and time', async () => {
    const keys = ['parts/a/1', 'parts/a/2', 'parts/a/3', 'parts/ab', 'parts/b/1']
    for (const key of keys) await store.put(key, small, stl)

    expect(await keysOf(store, 'parts/')).toEqual(keys)
    expect(await keysOf(store, 'parts/a')).toEqual(keys.slice(0, 4))
    expect(await keysOf(store, 'parts/a/')).toEqual(keys.slice(0, 3))
    expect(await keysOf(store, 'parts/none/')).toEqual([])
    expect(await keysOf(store, '')).toEqual(expect.arrayContaining(keys))

    for await (const file of store.list('parts/b')) {
      expect(file).toEqual({ key: 'parts/b/1', bytes: small.length, modifiedAt: expect.any(Date) })
    }
  })

  const badKeys = ['', '/a', 'a/', 'a//b', '..', 'a/../b', './a', 'a.b', 'A', 'a b', 'a\\b', 'a\0', 'a\n', 'é']
  test.each([...badKeys, 'a'.repeat(202)])('refuses the key %j', async (key) => {
    await expect(store.put(key, small, stl)).rejects.toBeInstanceOf(FileKeyError)
    await expect(store.get(key)).rejects.toBeInstanceOf(FileKeyError)
    await expect(store.remove(key)).rejects.toBeInstanceOf(FileKeyError)
  })

  test.each(['/', '../', 'a//', 'a.', '.tmp/'])('refuses the prefix %j', async (prefix) => {
    await expect(keysOf(store, prefix)).rejects.toBeInstanceOf(FileKeyError)
  })
})

function* slices(content: Buffer): Iterable<Buffer> {
  for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000)
}
