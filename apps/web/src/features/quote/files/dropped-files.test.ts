import { describe, expect, it } from 'vitest'
import { announcedName } from '#lib/files/announced-name.ts'
import { checkFiles } from './check-files.ts'
import { droppedFiles, folderFiles } from './dropped-files.ts'
import { folderOf } from './file-path.ts'

const file = (name: string) => new File(['x'], name)

const fileEntry = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (give: (f: File) => void) => give(file(name)),
})

/** A folder that returns two entries at a time; browsers return a hundred. */
const folder = (name: string, entries: object[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [...entries]
    return { readEntries: (give: (some: object[]) => void) => give(left.splice(0, 2)) }
  },
})

const transfer = (entries: object[], files: File[] = []) =>
  ({ files, items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })) }) as unknown as DataTransfer

const names = (files: readonly File[]) => files.map(({ name }) => name)

describe('a drop', () => {
  it('is taken unchanged if it has only files, whatever their names', async () => {
    const files = [file('a.stl'), file('b.bin')]
    const found = await droppedFiles(transfer([fileEntry('a.stl'), fileEntry('b.bin')], files))
    expect(found).toEqual({ files, leftOut: [] })
  })

  it('is read recursively if it is a folder, and names what does not belong to a quote', async () => {
    const deep = folder('deep', [fileEntry('c.STEP'), fileEntry('readme.txt'), fileEntry('d.stp'), fileEntry('c.png')])
    const parts = folder('parts', [fileEntry('a.stl'), deep, fileEntry('bom.csv'), fileEntry('.DS_Store')])
    const { files, leftOut } = await droppedFiles(transfer([fileEntry('odd.bin'), parts]))

    expect(names(files)).toEqual(['odd.bin', 'a.stl', 'c.STEP', 'd.stp', 'c.png', 'bom.csv'])
    expect(files.map(folderOf)).toEqual(['', 'parts', 'parts/deep', 'parts/deep', 'parts/deep', 'parts'])
    expect(leftOut).toEqual([
      { name: 'parts/deep/readme.txt', reason: 'otherKind' },
      { name: 'parts/.DS_Store', reason: 'hidden' },
    ])
  })

  it('ends if a folder contains itself, and says so', async () => {
    const endless: { name: string; isFile: boolean; isDirectory: boolean; createReader: () => object } = {
      name: 'loop',
      isFile: false,
      isDirectory: true,
      createReader: () => folder('loop', [endless]).createReader(),
    }
    expect((await droppedFiles(transfer([endless]))).leftOut).toEqual([{ name: 'loop', reason: 'folderTooLarge' }])
  })

  it('takes the first files of a very large folder, and says so', async () => {
    const many = Array.from({ length: 10_001 }, (_, at) => fileEntry(`${at}.txt`))
    const { leftOut } = await droppedFiles(transfer([folder('many', many)]))
    expect(leftOut).toHaveLength(10_001)
    expect(leftOut.at(-1)).toEqual({ name: 'many', reason: 'folderTooLarge' })
  })

  it('is filtered the same way if the folder was chosen', () => {
    const list = [file('a.stl'), file('.DS_Store'), file('a.pdf')]
    const { files, leftOut } = folderFiles(list)
    expect(names(files)).toEqual(['a.stl', 'a.pdf'])
    expect(leftOut).toEqual([{ name: '.DS_Store', reason: 'hidden' }])
  })
})

describe('a name', () => {
  it.each([
    ['bracket.stl', 'bracket.stl'],
    ['  ', 'file'],
    ['a\u202Elts.stl', 'alts.stl'],
    ['line\nfeed.step', 'linefeed.step'],
    [`${'x'.repeat(300)}.step`, `${'x'.repeat(195)}.step`],
  ])('is normalised for the contract (UPL-1)', (name, announced) => expect(announcedName(name)).toBe(announced))
})

it('takes as many files as the project has room for, in their sequence', () => {
  const { taken, refused } = checkFiles([file('a'), file('b'), file('c')], 2)
  expect(taken.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(refused).toEqual([{ name: 'c', reason: 'tooMany' }])
})
