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

const stl = 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n'

it('sorts parts, drawings and lists; a file of unknown name is a part by its content', async () => {
  const files = [file('a.step'), file('a.pdf'), file('list.csv'), file('odd.bin', stl), file('b', 'ISO-10303-21;\n')]
  expect(await sorted(...files)).toMatchObject({
    parts: ['a.step', 'odd.bin', 'b'],
    drawings: ['a.pdf'],
    boms: ['list.csv'],
    refused: [],
  })
})

it('leaves a damaged part, and one that cannot be read any more, to the reader of parts', async () => {
  const gone = file('moved')
  const arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  gone.slice = () => Object.assign(new Blob(), { arrayBuffer })
  expect((await sorted(file('page.stl', '<!doctype html>'), file('empty', ''), gone)).parts).toEqual([
    'page.stl',
    'empty',
    'moved',
  ])
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
  ['a note', file('notes.txt', 'Please make these in PA12.'), 'otherKind'],
  ['a web page', file('download', '<!doctype html><title>Not found</title>'), 'otherKind'],
  ['a model of a CAD program', file('bracket.SLDPRT', '\xd0\xcf\x11\xe0'), 'otherCad'],
  ['an OBJ model of any name', file('mesh.bin', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), 'otherCad'],
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
