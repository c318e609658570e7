// @vitest-environment node
import { expect, it } from 'vitest'
import { type PackedFile, zipOf } from './archive.fixture.ts'
import { sortFiles } from './sort-files.ts'

const mib = 1024 * 1024
const file = (name: string, content: string | Uint8Array<ArrayBuffer> = 'x') => new File([content], name)
const zip = (name: string, ...files: PackedFile[]) => file(name, zipOf(files))

async function sorted(...files: File[]) {
  const unpacked: string[] = []
  const { parts, drawings, boms, refused } = await sortFiles(
    { files, leftOut: [] },
    { unpacking: (name, done) => unpacked.push(`${name} ${done}`), signal: new AbortController().signal },
  )
  const names = (all: readonly File[]) => all.map(({ name }) => name)
  return { parts: names(parts), drawings: names(drawings), boms: names(boms), refused, unpacked }
}

it('sorts parts, drawings and lists; a file of unknown name is judged by its content later', async () => {
  expect(await sorted(file('a.step'), file('a.pdf'), file('list.csv'), file('odd.bin'), file('b.3mf'))).toMatchObject({
    parts: ['a.step', 'odd.bin', 'b.3mf'],
    drawings: ['a.pdf'],
    boms: ['list.csv'],
    refused: [],
  })
})

it('opens archives, also one with the name of a part, and reports the progress', async () => {
  const lot = zip('lot.zip', { name: 'a.step' }, { name: 'a.pdf' }, { name: 'note.txt' })
  expect(await sorted(lot, zip('part.stl', { name: 'b.stl' }), zip('download', { name: 'list.csv' }))).toEqual({
    parts: ['a.step', 'b.stl'],
    drawings: ['a.pdf'],
    boms: ['list.csv'],
    refused: [{ name: 'note.txt', reason: 'otherKind' }],
    unpacked: ['lot.zip 0', 'lot.zip 0.5', 'lot.zip 1', 'part.stl 0', 'part.stl 1', 'download 0', 'download 1'],
  })
})

it.each([
  ['a RAR archive', file('lot.rar'), 'otherArchive'],
  ['a 7z archive', file('lot.7z'), 'otherArchive'],
  ['a spreadsheet', file('bom.xlsx'), 'spreadsheet'],
  ['a drawing over 20 MiB', file('a.pdf', new Uint8Array(20 * mib + 1)), 'drawingTooLarge'],
  ['an empty drawing', file('a.pdf', ''), 'empty'],
  ['a list over 2 MiB', file('a.csv', new Uint8Array(2 * mib + 1)), 'bomTooLarge'],
  ['an empty list', file('a.csv', ''), 'empty'],
])('refuses %s and says why', async (_what, one, reason) => {
  expect(await sorted(one, file('kept.stl'))).toMatchObject({
    parts: ['kept.stl'],
    refused: [{ name: one.name, reason }],
  })
})
