import { uploadLimits } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { type ArchiveEntry, chooseEntries, maxArchiveBytes, maxArchiveFiles } from './archive-entries.ts'

const mib = 1024 * 1024

const entry = (path: string, traits: Partial<ArchiveEntry> = {}): ArchiveEntry => ({
  path,
  isFolder: false,
  isEncrypted: false,
  bytes: 1000,
  packedBytes: 200,
  ...traits,
})

const paths = (entries: readonly ArchiveEntry[]) => entries.map(({ path }) => path)

describe('an archive', () => {
  it('gives its parts, drawings and lists, in folders too', () => {
    const names = ['a.step', 'deep/er/b.STL', 'c.stp', 'a.pdf', 'photo.jpeg', 'bom.csv', 'bom.tsv', 'windows/d.step']
    const { taken, leftOut } = chooseEntries([entry('deep/', { isFolder: true }), ...names.map((name) => entry(name))])

    expect(paths(taken)).toEqual(names)
    expect(leftOut).toEqual([])
  })

  it.each<[string, ArchiveEntry, string]>([
    ['a path to the parent folder', entry('../a.step'), 'unsafePath'],
    ['a path that climbs in the middle', entry('a/../../b.step'), 'unsafePath'],
    ['an absolute path', entry('/etc/a.step'), 'unsafePath'],
    ['a path of a drive', entry('C:/parts/a.step'), 'unsafePath'],
    ['a path on a server', entry('//server/a.step'), 'unsafePath'],
    ['a control character', entry('a\0.step'), 'unsafePath'],
    ['a ZIP in the ZIP', entry('more.zip'), 'nested'],
    ['a RAR in the ZIP', entry('more.rar'), 'nested'],
    ['a spreadsheet', entry('bom.xlsx'), 'spreadsheet'],
    ['a text', entry('readme.txt'), 'otherKind'],
    ['an encrypted part', entry('a.step', { isEncrypted: true }), 'encrypted'],
    ['an empty part', entry('a.step', { bytes: 0, packedBytes: 0 }), 'empty'],
    ['a resource fork of a Mac', entry('__MACOSX/._a.step'), 'hidden'],
    ['the settings of a Mac folder', entry('parts/.DS_Store'), 'hidden'],
    ['the thumbnails of Windows', entry('Thumbs.db'), 'hidden'],
    [
      'a part over the limit',
      entry('a.step', { bytes: uploadLimits.partBytes + 1, packedBytes: 200 * mib }),
      'tooLarge',
    ],
    ['a drawing over the limit', entry('a.pdf', { bytes: 20 * mib + 1, packedBytes: 20 * mib }), 'drawingTooLarge'],
    ['a list over the limit', entry('a.csv', { bytes: 2 * mib + 1, packedBytes: mib }), 'bomTooLarge'],
    ['a part that shrank to a thousandth', entry('a.stl', { bytes: 500 * mib, packedBytes: mib / 2 }), 'suspicious'],
  ])('leaves out %s and says why', (_what, one, reason) => {
    const { taken, leftOut } = chooseEntries([one, entry('kept.step')])

    expect(paths(taken)).toEqual(['kept.step'])
    expect(leftOut).toEqual([{ name: one.path, reason }])
  })

  it('takes a small file however much it shrank', () => {
    expect(chooseEntries([entry('a.stl', { bytes: 100_000, packedBytes: 100 })]).leftOut).toEqual([])
  })

  it('takes the first of two entries with the same path, and equal names in two folders', () => {
    const { taken, leftOut } = chooseEntries([entry('a.step'), entry('a.step'), entry('b/a.step')])

    expect(paths(taken)).toEqual(['a.step', 'b/a.step'])
    expect(leftOut).toEqual([{ name: 'a.step', reason: 'duplicate' }])
  })

  it('takes as many parts as a project may have, and drawings besides', () => {
    const parts = Array.from({ length: maxArchiveFiles + 1 }, (_, at) => entry(`${at}.step`))
    const { taken, leftOut } = chooseEntries([...parts, entry('0.pdf')])

    expect(taken).toHaveLength(maxArchiveFiles + 1)
    expect(leftOut).toEqual([{ name: `${maxArchiveFiles}.step`, reason: 'archiveTooMany' }])
  })

  it('stops at the limit of all files together', () => {
    const half = { bytes: maxArchiveBytes / 2, packedBytes: maxArchiveBytes / 20 }
    const { taken, leftOut } = chooseEntries([entry('a.stl', half), entry('b.stl', half), entry('c.stl')])

    expect(paths(taken)).toEqual(['a.stl', 'b.stl'])
    expect(leftOut).toEqual([{ name: 'c.stl', reason: 'archiveTooLarge' }])
  })
})
