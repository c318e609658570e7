import type { Language } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, csvOfPages, csvRow, csvStart, maxExportedRows } from './csv.ts'

const textOf = (rows: Cell[][], language: Language = 'en') =>
  csvStart + rows.map((row) => csvRow(row, language)).join('')

/** Parses a CSV text by RFC 4180. */
function parsed(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false

  for (let i = 1; i < text.length; i++) {
    const character = text[i] ?? ''
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[i + 1] === '"') {
        cell += '"'
        i++
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',') {
      row.push(cell)
      cell = ''
    } else if (character === '\r') {
      rows.push([...row, cell])
      row = []
      cell = ''
      i++
    } else cell += character
  }

  return rows
}

describe('CSV files', () => {
  it('start with a byte order mark and end rows with CRLF', () => {
    expect(textOf([['Écrou, M4', 'a "b"', -12.5, null]])).toBe('\uFEFF"Écrou, M4","a ""b""",-12.5,\r\n')
  })

  it('write money with its cents, in the form of the language', () => {
    const amounts = [{ minor: 5_000 }, { minor: -1_250 }, { minor: 0 }]
    expect(textOf([amounts])).toBe('\uFEFF50.00,-12.50,0.00\r\n')
    expect(textOf([amounts], 'fr')).toBe('\uFEFF50,00;-12,50;0,00\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM'])(
    'escape the text %j so that no spreadsheet runs it (INJ-8)',
    (text) => {
      expect(parsed(textOf([[text]]))).toEqual([[`'${text}`]])
    },
  )

  it('write moments in the time zone of the reader, by default in UTC', () => {
    const row = [new Date('2026-06-01T22:30:00Z')]
    expect(csvRow(row, 'en', 'Europe/Paris')).toBe('2026-06-02 00:30:00\r\n')
    expect(csvRow(row, 'en')).toBe('2026-06-01 22:30:00\r\n')
  })

  it('have the separators that a French spreadsheet expects', () => {
    const row = ['Écrou ; M4', -12.5, 3, new Date('2026-03-02T09:30:00Z'), null]
    expect(textOf([row], 'fr')).toBe('\uFEFF"Écrou ; M4";-12,5;3;2026-03-02 09:30:00;\r\n')
    expect(textOf([row], 'en')).toBe('\uFEFF"Écrou ; M4",-12.5,3,2026-03-02 09:30:00,\r\n')
  })

  it('keep numbers as numbers, also negative ones', () => {
    expect(textOf([[-1, 0.1, 1_000_000]])).toBe('\uFEFF-1,0.1,1000000\r\n')
  })

  it('preserve any text, and no text starts a formula', () => {
    const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[=+\-@"',\r\n\t＝＋－＠a]{0,8}$/))
    fc.assert(
      fc.property(fc.array(fc.array(anyText, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const found = parsed(textOf(rows))
        expect(found).toHaveLength(rows.length)
        for (const [i, row] of rows.entries())
          for (const [j, text] of row.entries()) {
            expect([text.toWellFormed(), `'${text.toWellFormed()}`]).toContain(found[i]?.[j])
            expect(found[i]?.[j] ?? '').not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u)
          }
      }),
    )
  })
})

describe('a CSV file of many pages', () => {
  /** Numbers from 1, read in pages. */
  const numbersTo = (total: number, asked: number[] = []) => ({
    header: ['Nombre'],
    async read({ page, pageSize }: { page: number; pageSize: number }) {
      asked.push(page)
      const first = (page - 1) * pageSize
      const count = Math.max(0, Math.min(pageSize, total - first))
      return { rows: Array.from({ length: count }, (_, index) => [first + index + 1]), total }
    },
    omittedNote: (count: number) => [`et ${count} autres`],
  })

  async function linesOf(total: number, asked?: number[]): Promise<string[]> {
    const bytes = await csvOfPages(numbersTo(total, asked), 'fr')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n')
  }

  it.each([0, 1, 499, 500, 501, 1000, 1234])('has each of %d rows once, in their sequence', async (total) => {
    const asked: number[] = []
    const numbers = Array.from({ length: total }, (_, index) => String(index + 1))
    expect(await linesOf(total, asked)).toEqual(['\uFEFF"Nombre"', ...numbers, ''])
    expect(asked).toEqual(Array.from({ length: Math.max(1, Math.ceil(total / 500)) }, (_, index) => index + 1))
  })

  it('says how many older rows it leaves out', async () => {
    const lines = await linesOf(maxExportedRows + 3)
    expect(lines).toHaveLength(maxExportedRows + 3)
    expect(lines.slice(-3)).toEqual([String(maxExportedRows), '"et 3 autres"', ''])
  })

  it('gives the event loop back after each page', async () => {
    let turns = 0
    let isDone = false
    const countTurns = () => {
      turns++
      if (!isDone) setImmediate(countTurns)
    }
    setImmediate(countTurns)

    await linesOf(5000)
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(10)
  })
})
