import { describe, expect, it } from 'vitest'
import type { Watch } from '../model/watch.ts'
import { asciiStl, box, merge, moved, sphere } from '../solids.ts'
import { type ReadStl, readStl } from './collecting-sink.fixture.ts'
import type { StlSource } from './stl-reader.ts'

const plain = new TextDecoder().decode(asciiStl(box([1, 2, 3])))
const read = (text: string | Uint8Array, source: Partial<StlSource> = {}): ReadStl =>
  readStl('stl-ascii', [typeof text === 'string' ? new TextEncoder().encode(text) : text], source)
const expected = read(plain).coordinates

const facet = (vertices: string): string => `facet normal 0 0 1\nouter loop\n${vertices}\nendloop\nendfacet\n`
const triangle = facet('vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0')
const inSolid = (facets: string): string => `solid part\n${facets}endsolid part\n`

describe('the triangles of an ASCII STL', () => {
  it('are read from a plain file', () => {
    expect(expected).toHaveLength(108)
    expect(read(plain).summary).toMatchObject({
      triangles: 12,
      solidNames: ['cotation'],
      endMissing: false,
      ignoredLines: 0,
    })
  })

  it.each<[string, string]>([
    ['upper case', plain.toUpperCase()],
    ['CR LF', plain.replaceAll('\n', '\r\n')],
    ['CR', plain.replaceAll('\n', '\r')],
    ['tabs and trailing blanks', plain.replaceAll('\n', ' \t\n\t\t').replaceAll(' ', '\t ')],
    ['blank lines', plain.replaceAll('\n', '\n\n\n')],
    ['one line after the name', plain.replace(/\n/g, ' ').replace('cotation ', 'cotation\n')],
    ['a byte order mark', `\ufeff${plain}`],
    ['leading blanks', `\n\n   ${plain}`],
    ['zeros after it', `${plain}\0\0\0\0`],
    ['normals of nan', plain.replaceAll('normal 0 0 0', 'normal nan -nan(ind) 1.#QNAN')],
    ['facets without normals', plain.replaceAll('facet normal 0 0 0', 'facet')],
    ['facets without the word normal', plain.replaceAll('facet normal 0 0 0', 'facet 0 0 0')],
    ['loops without outer loop', plain.replaceAll('outer loop\n', '')],
    ['loops without endloop', plain.replaceAll('endloop\n', '')],
    ['no endsolid', plain.replace('endsolid cotation', '')],
    ['no solid line', plain.replace('solid cotation\n', '')],
    ['no line end at the end', plain.trimEnd()],
    ['comments and colours between facets', plain.replaceAll('endfacet\n', 'endfacet\n# vertex\ncolor 1 0 0\n')],
    ['a line of one long word between facets', plain.replace('endfacet\n', `endfacet\n${'-'.repeat(9000)} facet\n`)],
    ['keywords in the names', plain.replaceAll('cotation', 'facet vertex endsolid outer loop')],
  ])('are the same with %s', (_, text) => {
    const { refusal, coordinates } = read(text)
    expect(refusal).toBeUndefined()
    expect(coordinates).toEqual(expected)
  })

  it.each([true, false])('are the same in UTF-16 (little endian: %s)', (littleEndian) => {
    for (const text of [`\ufeff${plain}`, plain]) {
      const bytes = new Uint8Array(2 * text.length)
      const view = new DataView(bytes.buffer)
      for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), littleEndian)

      const { coordinates } = readStl(
        'stl-ascii',
        Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)),
      )

      expect(coordinates).toEqual(expected)
    }
  })

  it('are the same after a byte order mark that arrives byte by byte', () => {
    const bytes = new TextEncoder().encode(`\ufeff${plain}`)
    const { summary } = readStl(
      'stl-ascii',
      Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)),
    )
    expect(summary).toMatchObject({ triangles: 12, solidNames: ['cotation'], ignoredLines: 0 })
  })

  it('keep the sign of zero and are rounded to 32 bits', () => {
    const { coordinates } = read(inSolid(facet('vertex -0.0 0 0.1\nvertex 1e-50 2 3\nvertex 16777217 5 6')))
    expect(coordinates.slice(0, 4)).toEqual([-0, 0, Math.fround(0.1), 0])
    expect(coordinates[6]).toBe(16777216)
  })
})

describe('solids', () => {
  it('have their names and first triangles', () => {
    const parts = [box(), moved(box(), [5, 0, 0]), merge(box(), box())]
    const names = ['body A', '', 'body\tC (copy)']
    const text = parts.map((part, i) => new TextDecoder().decode(asciiStl(part, { name: names[i] ?? '' }))).join('\r\n')

    expect(read(`${text}solid empty\nendsolid\n`).summary).toMatchObject({
      triangles: 48,
      solidCount: 4,
      solidNames: ['body A', '', 'body C (copy)', 'empty'],
      solidFirstTriangles: [0, 12, 24, 48],
    })
  })

  it('are separate even without an endsolid between them', () => {
    expect(read(`solid a\n${triangle}solid b\n${triangle}endsolid`).summary?.solidFirstTriangles).toEqual([0, 1])
  })

  it('have names in UTF-8 or else Windows-1252, shortened, without control characters', () => {
    const named = (name: Uint8Array) => {
      const text = new TextEncoder().encode(`\n${triangle}endsolid`)
      return read(Uint8Array.from([...new TextEncoder().encode('solid '), ...name, ...text])).summary?.solidNames[0]
    }

    expect(named(new TextEncoder().encode('  pièce 部品 \x07 b '))).toBe('pièce 部品   b')
    expect(named(Uint8Array.of(0x70, 0x69, 0xe8, 0x63, 0x65))).toBe('pièce')
    expect(named(new TextEncoder().encode('é'.repeat(5000)))).toBe('é'.repeat(120))
    expect(named(new TextEncoder().encode(`a${'🔩'.repeat(5000)}`))).toBe(`a${'🔩'.repeat(119)}`)
  })

  it('have names up to the 200th and are counted beyond', () => {
    const { summary } = read(`solid n\n${triangle}endsolid\n`.repeat(250))
    expect(summary).toMatchObject({ triangles: 250, solidCount: 250 })
    expect(summary?.solidNames).toHaveLength(200)
    expect(summary?.solidFirstTriangles).toHaveLength(200)
  })
})

describe('the ASCII reader', () => {
  it.each<[string, string, object]>([
    ['a decimal comma', 'vertex 0 0 0\nvertex 1,5 0 0\nvertex 0 1 0', { code: 'malformed-stl', place: { line: 5 } }],
    [
      'a word for a number',
      'vertex 0 0 zero',
      { code: 'malformed-stl', place: { line: 4 }, detail: { found: 'zero' } },
    ],
    ['a missing number', 'vertex 0 0\nvertex 1 0 0', { code: 'malformed-stl', place: { line: 5 } }],
    ['a hexadecimal number', 'vertex 0x10 0 0', { code: 'malformed-stl', detail: { found: '0x10' } }],
    ['four numbers', 'vertex 0 0 0 0', { code: 'malformed-stl', place: { line: 4 } }],
    ['two vertices', 'vertex 0 0 0\nvertex 1 0 0', { code: 'malformed-stl', place: { line: 6 } }],
    [
      'four vertices',
      'vertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0',
      { code: 'malformed-stl', place: { line: 7 }, detail: { found: 'vertex' } },
    ],
    ['nan', 'vertex 0 0 0\nvertex 0 nan 0', { code: 'not-finite', place: { line: 5 }, detail: { found: 'nan' } }],
    ['-inf', 'vertex 0 -Inf 0', { code: 'not-finite', place: { line: 4 } }],
    ['1.#QNAN', 'vertex 0 1.#QNAN 0', { code: 'not-finite', place: { line: 4 } }],
    [
      'more than 32 bits hold',
      'vertex 0 1e39 0',
      { code: 'not-finite', place: { line: 4 }, detail: { found: '1e39' } },
    ],
  ])('refuses %s', (_, vertices, refusal) => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      expect(read(inSolid(facet(vertices)).replaceAll('\n', lineEnd)).refusal).toMatchObject(refusal)
    }
  })

  it.each<[string, string, number]>([
    ['a vertex outside a facet', 'solid\nvertex 0 0 0\n', 2],
    ['a facet with a misspelt keyword', inSolid(triangle.replace('facet', 'fucet')), 3],
    ['a facet inside a facet', inSolid(`facet normal 0 0 1\n${triangle}`), 3],
    ['a loop that is not one', inSolid(triangle.replace('loop', 'lop')), 3],
    ['a second loop in a facet', inSolid(triangle.replace('endloop', 'endloop\nouter loop')), 8],
    ['the end of the solid inside a facet', inSolid('facet normal 0 0 1\n'), 3],
  ])('refuses %s', (_, text, line) => {
    expect(read(text).refusal).toMatchObject({ code: 'malformed-stl', place: { line } })
  })

  it('refuses an endless word without buffering it', () => {
    const chunk = new Uint8Array(1 << 20).fill(0x31)
    const start = new TextEncoder().encode('solid\nfacet normal 0 0 1\nouter loop\nvertex ')
    const { refusal } = readStl('stl-ascii', [start, ...Array.from({ length: 100 }, () => chunk)])
    expect(refusal).toEqual({ code: 'malformed-stl', place: { line: 4 }, detail: { found: '1'.repeat(40) } })
  })

  it('refuses a file without triangles', () => {
    expect(read('').refusal?.code).toBe('empty-file')
    expect(read('solid\nendsolid\n').refusal?.code).toBe('no-triangles')
    expect(read('solid').refusal?.code).toBe('truncated')
    expect(read('s').refusal?.code).toBe('no-triangles')
  })

  it('refuses more triangles than allowed', () => {
    expect(read(plain, { triangleLimit: 11 }).refusal?.code).toBe('too-many-triangles')
    expect(read(plain, { triangleLimit: 12 }).summary?.triangles).toBe(12)
  })
})

describe('a truncated ASCII file', () => {
  it('is refused with the line, or gives whole facets and a note', () => {
    const text = inSolid(triangle + triangle)
    const first = text.indexOf('facet')
    const second = first + triangle.length
    const ended = text.indexOf('endsolid') + 'endsolid'.length
    const insideFacet = (length: number) =>
      [first, second].some((start) => length > start && length < start + triangle.trimEnd().length)

    for (let length = 1; length < text.length; length++) {
      const cut = text.slice(0, length)
      const { refusal, summary } = read(cut)
      if (length < 'solid'.length) expect(refusal?.code, cut).toBe('no-triangles')
      else if (length <= first || insideFacet(length)) {
        expect(refusal, cut).toMatchObject({ code: 'truncated', place: { line: cut.split('\n').length } })
      } else expect(summary, cut).toMatchObject({ triangles: length < second + 1 ? 1 : 2, endMissing: length < ended })
    }
  })

  it('is refused if fewer bytes arrived than announced', () => {
    expect(read(plain, { totalBytes: plain.length + 1 }).refusal?.code).toBe('truncated')
  })
})

it('the ASCII reader checks the watch within one large chunk', () => {
  const large = asciiStl(sphere(1, 80))
  const seen: number[] = []
  const watch: Watch = {
    mustStop: () => (seen.length === 2 ? 'deadline' : undefined),
    progress: (_, done) => {
      seen.push(done)
    },
  }
  const { refusal } = readStl('stl-ascii', [large], { totalBytes: large.length, watch })

  expect(refusal?.code).toBe('deadline')
  expect(seen[1]).toBeCloseTo((2 * 262_144) / large.length)
})
