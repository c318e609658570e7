import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDiskFileStore } from './files.disk.ts'
import { FileIntegrityError } from './files.ts'

const stl = { contentType: 'model/stl' }
const content = Buffer.from('solid\nendsolid\n')

async function disk() {
  const folder = await mkdtemp(join(tmpdir(), 'cotation-disk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { folder, store: createDiskFileStore(folder) }
}

test('hides a file until it is complete and removes its temporary file', async () => {
  const { folder, store } = await disk()
  const source = new PassThrough()
  const put = store.put('parts/1', source, stl)

  source.write('solid\n')

  const drafts = () => readdir(join(folder, '.tmp')).catch(() => [])
  await vi.waitUntil(async () => (await drafts()).length === 1)

  expect(await store.get('parts/1')).toBeNull()

  for await (const file of store.list('')) expect(file).toBeUndefined()
  source.end('endsolid\n')
  await put

  expect(await drafts()).toEqual([])

  const file = await store.get('parts/1')
  expect(file?.bytes).toBe(content.length)

  file?.body.destroy()
})

test('makes files readable for their owner only', async () => {
  const { folder, store } = await disk()
  await store.put('secret', content, stl)
  for (const name of (await readdir(folder)).filter((one) => one.startsWith('secret'))) {
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  }
})

test('keeps one content after replacing and none after removing, even after a crash', async () => {
  const { folder, store } = await disk()
  await store.put('a', content, stl)
  await store.put('a', Buffer.from('new'), stl)

  const contents = async () => (await readdir(folder)).filter((name) => name.endsWith('.bin'))
  expect(await contents()).toHaveLength(1)

  await store.put('a-b', content, stl)
  await writeFile(join(folder, 'a.00000000.bin'), content)
  await store.remove('a')

  expect((await contents()).map((name) => name.slice(0, 4))).toEqual(['a-b.'])
})

test('leaves one complete file after concurrent writes to one key', async () => {
  const { store } = await disk()
  const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(100_000 + index, index))
  await Promise.all(bodies.map((body) => store.put('raced', body, stl)))
  const file = await store.get('raced')
  const winner = await buffer(file?.body ?? new PassThrough().end())
  expect(bodies.some((body) => body.equals(winner))).toBe(true)
})

test('reports lost content as an error, not as a missing file', async () => {
  const { folder, store } = await disk()
  await store.put('lost', content, stl)
  const [name] = (await readdir(folder)).filter((one) => one.endsWith('.bin'))
  await rm(join(folder, name ?? ''))
  await expect(store.get('lost')).rejects.toBeInstanceOf(FileIntegrityError)
})

test('sweeps old temporary files only', async () => {
  const { folder, store } = await disk()
  expect(await store.sweepTemporary(new Date('2026-01-02'))).toBe(0)

  await mkdir(join(folder, '.tmp'))

  for (const [name, day] of Object.entries({ old: '2026-01-01', fresh: '2026-01-03' })) {
    await writeFile(join(folder, '.tmp', name), 'half')
    await utimes(join(folder, '.tmp', name), new Date(day), new Date(day))
  }

  expect(await store.sweepTemporary(new Date('2026-01-02'))).toBe(1)
  expect(await readdir(join(folder, '.tmp'))).toEqual(['fresh'])
})

test('closes its folders to other users of the machine', async () => {
  const { folder } = await disk()
  const root = join(folder, 'files')
  await createDiskFileStore(root).put('parts/1', content, stl)

  for (const path of [root, join(root, 'parts'), join(root, '.tmp')]) {
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('700')
  }
})
