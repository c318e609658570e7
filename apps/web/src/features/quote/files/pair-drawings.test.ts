import { describe, expect, it } from 'vitest'
import { withPath } from './file-path.ts'
import { pairDrawings } from './pair-drawings.ts'

const drawing = (path: string) => withPath(new File(['x'], path.slice(path.lastIndexOf('/') + 1)), path)

const part = (path: string) => ({
  id: path,
  name: path.slice(path.lastIndexOf('/') + 1),
  folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
})

function partOf(name: string, ...parts: string[]): string | undefined {
  return pairDrawings([drawing(name)], parts.map(part)).pairs[0]?.partId
}

describe('a drawing', () => {
  it.each([
    ['bracket.pdf', ['bracket.step', 'lid.step'], 'bracket.step'],
    ['Bracket.PNG', ['bracket.STL'], 'bracket.STL'],
    ['bracket_rev2.pdf', ['bracket.step'], 'bracket.step'],
    ['bracket-drawing.pdf', ['bracket.step'], 'bracket.step'],
    ['bracket plan rev B.pdf', ['bracket.step'], 'bracket.step'],
    ['bride_indice_C.pdf', ['bride.stp'], 'bride.stp'],
    ['bracket.pdf', ['bracket_rev3.step'], 'bracket_rev3.step'],
    ['pièce sheet 1.jpg', ['piece.step'], 'piece.step'],
    ['bracket-v2.pdf', ['bracket.step', 'bracket-v2.step'], 'bracket-v2.step'],
    ['a/bracket.pdf', ['a/bracket.step', 'b/bracket.step'], 'a/bracket.step'],
    ['PN-100.2.pdf', ['PN-100.2.step', 'PN-100.3.step'], 'PN-100.2.step'],
  ])('%s belongs to its part among %j', (name, parts, expected) => {
    expect(partOf(name, ...parts)).toBe(expected)
  })

  it.each([
    ['of another name', 'cover.pdf', ['bracket.step']],
    ['with another number', 'bracket-2.pdf', ['bracket.step']],
    ['whose name only begins the same', 'bracketry.pdf', ['bracket.step']],
    ['of two parts with its name', 'bracket.pdf', ['a/bracket.step', 'b/bracket.step']],
    ['of two revisions', 'bracket.pdf', ['bracket_rev1.step', 'bracket_rev2.step']],
  ])('%s is left to the customer', (_what, name, parts) => {
    expect(partOf(name, ...parts)).toBeUndefined()
  })

  it('may be one of several for a part', () => {
    const { pairs, unpaired } = pairDrawings([drawing('lid.pdf'), drawing('lid_rev2.png')], [part('lid.step')])

    expect(pairs.map(({ partId }) => partId)).toEqual(['lid.step', 'lid.step'])
    expect(unpaired).toEqual([])
  })
})
