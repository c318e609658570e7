// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { type PackedFile, zipOf } from './archive.fixture.ts'
import { folderOf } from './file-path.ts'
import { openArchive } from './open-archive.ts'

const signal = () => new AbortController().signal
const archive = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'lot.zip')

async function opened(...files: PackedFile[]) {
  const progress = vi.fn()
  const found = await openArchive(archive(zipOf(files)), { progress, signal: signal() })
  return { ...found, names: found.files.map(({ name }) => name), progress }
}

describe('opening a ZIP', () => {
  it('unpacks its files byte for byte, with their folders, and reports the progress', async () => {
    const content = new Uint8Array(300_000).map((_, at) => (at * 7919) % 251)
    const { files, leftOut, progress } = await opened(
      { name: 'a.step', content },
      { name: 'plans/a.pdf', content: '%PDF-1.7' },
    )
    const [part, drawing] = files

    expect(leftOut).toEqual([])
    expect(part && new Uint8Array(await part.arrayBuffer())).toEqual(content)
    expect([part?.name, folderOf(part), drawing?.name, folderOf(drawing)]).toEqual([
      'a.step',
      'lot.zip',
      'a.pdf',
      'lot.zip/plans',
    ])
    expect(progress.mock.calls.at(-1)).toEqual([1])
  })

  it.each([
    ['UTF-8 with its flag', 'pièce.step', 'pièce.step'],
    ['UTF-8 without the flag, as a Mac writes it', Buffer.from('pie\u0300ce.step'), 'pièce.step'],
    ['CP437, as old Windows programs write it', Buffer.from('pi\x8ace.step', 'latin1'), 'pièce.step'],
    ['Windows folders', 'lot\\pièce.step', 'pièce.step'],
  ])('reads names in %s', async (_encoding, name, expected) => {
    expect((await opened({ name })).names).toEqual([expected])
  })

  it.each<[string, PackedFile, string]>([
    ['has a wrong checksum', { name: 'b.step', crc: 1 }, 'damagedEntry'],
    [
      'unpacks to more than announced',
      { name: 'b.step', content: 'x'.repeat(5000), announcedBytes: 10 },
      'damagedEntry',
    ],
    ['unpacks to less than announced', { name: 'b.step', content: 'x', announcedBytes: 5000 }, 'damagedEntry'],
    ['is packed with an unknown method', { name: 'b.step', method: 12 }, 'unsupportedCompression'],
    ['is encrypted', { name: 'b.step', isEncrypted: true }, 'encrypted'],
    ['climbs to the parent folder', { name: '..\\b.step' }, 'unsafePath'],
  ])('leaves out an entry that %s, and keeps the others', async (_what, file, reason) => {
    const { names, leftOut } = await opened(file, { name: 'a.step' })

    expect(names).toEqual(['a.step'])
    expect(leftOut).toMatchObject([{ reason }])
  })

  it('stops unpacking a bomb whose directory lies about its size', async () => {
    const { names, leftOut } = await opened({
      name: 'b.step',
      content: Buffer.alloc(50_000_000),
      announcedBytes: 900_000,
    })

    expect(names).toEqual([])
    expect(leftOut).toEqual([{ name: 'b.step', reason: 'damagedEntry' }])
  })

  it.each([
    ['truncated', zipOf([{ name: 'a.step', content: 'x'.repeat(1000) }]).slice(0, -40)],
    ['not a ZIP', new TextEncoder().encode('Rar!\x1a\x07 and more')],
  ])('names a file that is %s as damaged', async (_what, bytes) => {
    const found = await openArchive(archive(bytes), { progress: () => {}, signal: signal() })
    expect(found).toEqual({ files: [], leftOut: [{ name: 'lot.zip', reason: 'damagedArchive' }] })
  })

  it('ends when the customer cancels it', async () => {
    const bytes = archive(zipOf([{ name: 'a.step' }]))
    await expect(openArchive(bytes, { progress: () => {}, signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  })
})
