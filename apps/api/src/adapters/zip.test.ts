import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { unzip } from '#test/zip.ts'
import { type ZipEntry, zipName, zipOf } from './zip.ts'

const modifiedAt = new Date('2026-03-02T09:00:00Z')

it('holds texts, bytes and streams under their names', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'data/é.json', content: '{"à": 1}', modifiedAt }
    yield { name: 'a.bin', content: Uint8Array.of(1, 2, 3), modifiedAt }
    yield { name: 'b.txt', content: pieces(), modifiedAt }
  }
  async function* pieces() {
    yield 'one '
    yield Buffer.from('two')
  }

  const files = unzip(await buffer(zipOf(entries())))
  expect([...files].map(([name, content]) => [name, content.toString('latin1')])).toEqual([
    ['data/é.json', Buffer.from('{"à": 1}').toString('latin1')],
    ['a.bin', '\u0001\u0002\u0003'],
    ['b.txt', 'one two'],
  ])
})

it('reads no further than its reader, so that memory stays bounded', async () => {
  let read = 0
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let i = 0; i < 1000; i++) yield { name: `${i}`, content: chunks(), modifiedAt }
  }
  async function* chunks() {
    for (let i = 0; i < 100; i++) {
      read++
      yield Buffer.alloc(65_536)
    }
  }

  const zip = zipOf(entries())
  let taken = 0
  for await (const chunk of zip) {
    taken += chunk.length
    expect(read * 65_536 - taken).toBeLessThan(1_000_000)
    if (taken > 20_000_000) break
  }
  expect(read).toBeLessThan(400)
})

it('fails with its source', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'a', content: 'a', modifiedAt }
    throw new Error('the disk is gone')
  }
  await expect(buffer(zipOf(entries()))).rejects.toThrow('the disk is gone')
})

it.each([
  ['a/../b.stl', 'a_.._b.stl'],
  ['..\\x', '__x'],
  ['plan "1".pdf', 'plan _1_.pdf'],
  ['Éprouvette n°1.step', 'Éprouvette n°1.step'],
  ['', '_'],
])('writes the name %j as %j', (name, written) => {
  expect(zipName(name)).toBe(written)
})
