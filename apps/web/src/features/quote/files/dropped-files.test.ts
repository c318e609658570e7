import { describe, expect, it } from 'vitest'
import { announcedName } from '#lib/files/announced-name.ts'
import { checkFiles } from './check-files.ts'
import { droppedFiles, folderFiles } from './dropped-files.ts'

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

describe('a drop', () => {
  it('of files is taken unchanged, whatever their names', async () => {
    const files = [file('a.stl'), file('b.bin')]
    expect(await droppedFiles(transfer([fileEntry('a.stl'), fileEntry('b.bin')], files))).toEqual({ files, leftOut: 0 })
  })

  it('of a folder is read recursively, and counts the files that are not parts', async () => {
    const deep = folder('deep', [fileEntry('c.STEP'), fileEntry('readme.txt'), fileEntry('d.stp'), fileEntry('x.png')])
    const { files, leftOut } = await droppedFiles(
      transfer([fileEntry('odd.bin'), folder('parts', [fileEntry('a.stl'), deep, fileEntry('b.stl')])]),
    )
    expect(files.map(({ name }) => name)).toEqual(['odd.bin', 'a.stl', 'c.STEP', 'd.stp', 'b.stl'])
    expect(leftOut).toBe(2)
  })

  it('of a chosen folder is filtered the same way', () => {
    const list = [file('a.stl'), file('.DS_Store')]
    expect(folderFiles(list)).toMatchObject({ files: [{ name: 'a.stl' }], leftOut: 1 })
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
