import { describe, expect, it } from 'vitest'
import { decodeText, parseTable } from './csv.ts'

const utf16le = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

describe('the text of a list', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('Quantité;Matière')],
    ['UTF-8 with a byte order mark', new TextEncoder().encode('\ufeffQuantité;Matière')],
    ['UTF-16, as Excel saves Unicode', utf16le('Quantité;Matière')],
    ['Latin-1', new Uint8Array(Buffer.from('Quantité;Matière', 'latin1'))],
  ])('is read from %s', (_encoding, bytes) => {
    expect(decodeText(bytes)).toBe('Quantité;Matière')
  })
})

describe('a table', () => {
  const expected = [
    ['file', 'qty'],
    ['a.step', '2'],
  ]

  it.each([
    ['commas', 'file,qty\na.step,2'],
    ['semicolons', 'file;qty\r\na.step;2\r\n'],
    ['tabs', 'file\tqty\na.step\t2\n'],
    ['old Mac line ends', 'file,qty\ra.step,2'],
    ['the delimiter that Excel declares', 'sep=|\nfile|qty\na.step|2'],
    ['quotes', '"file","qty"\n"a.step","2"'],
    ['empty rows and spaces around cells', '\n file , qty \n,,\n\n a.step , 2 \n'],
  ])('is split at %s', (_what, text) => expect(parseTable(text)).toEqual(expected))

  it('keeps delimiters, quotes and line breaks inside quotes', () => {
    expect(parseTable('a;"x; y";"6"" pipe";"two\nlines"')).toEqual([['a', 'x; y', '6" pipe', 'two\nlines']])
  })

  it('takes semicolons and not the decimal commas between them', () => {
    expect(parseTable('a.step;1,5;0,2\nb.step;2,5;0,1')[1]).toEqual(['b.step', '2,5', '0,1'])
  })
})
