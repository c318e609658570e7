import { setImmediate as nextTurn } from 'node:timers/promises'
import { isoMomentIn, type Language } from '@cotation/domain'
import type { Page } from '#db/lists.ts'

/** A sum of money in hundredths of its currency. */
export interface AmountCell {
  minor: number
}

/** A text, possibly written by a customer, a number, money, or a moment. */
export type Cell = string | number | AmountCell | Date | null

/** Two years of a busy customer. Older rows are left out, and the file says so. */
export const maxExportedRows = 20_000

/**
 * Characters that make a spreadsheet run a cell as a formula, including full-width forms (INJ-8).
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u

/**
 * A French spreadsheet writes decimals with a comma and therefore separates cells by semicolons; it
 * shows a file in the English form in a single column.
 */
const forms: Readonly<Record<Language, { separator: string; decimalMark: string }>> = {
  fr: { separator: ';', decimalMark: ',' },
  en: { separator: ',', decimalMark: '.' },
}

/** Quotes a cell by RFC 4180. An apostrophe stops a text from being run; numbers stay numbers. */
function csvCell(cell: Cell, decimalMark: string, timeZone: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', decimalMark)
  // The one form that French and English spreadsheets both read as a date.
  if (cell instanceof Date) return isoMomentIn(timeZone, cell)
  // Always with cents, as on the pages: 50 and 50.5 in one column read like different things.
  if (typeof cell === 'object') return (cell.minor / 100).toFixed(2).replace('.', decimalMark)

  const inert = formulaStart.test(cell) ? `'${cell}` : cell
  return `"${inert.replaceAll('"', '""')}"`
}

/** A file begins with a byte order mark, so that spreadsheets decode it as UTF-8. */
export const csvStart = '\uFEFF'

/** Moments are written in a time zone. */
export function csvRow(row: readonly Cell[], language: Language, timeZone = 'UTC'): string {
  const { separator, decimalMark } = forms[language]
  return `${row.map((cell) => csvCell(cell, decimalMark, timeZone)).join(separator)}\r\n`
}

/** Takes about 5 ms of the event loop to read and write. */
const rowsPerPage = 500

export interface CsvPages {
  header: readonly Cell[]
  /** Reads a page of rows; `total` counts those of all pages. */
  read(page: Page): Promise<{ rows: readonly (readonly Cell[])[]; total: number }>
  /** The last row if rows were left out. */
  omittedNote(count: number): readonly Cell[]
}

/**
 * A whole CSV file in UTF-8, for a spreadsheet in the reader's language. It is read and written page by
 * page, so that other requests get their turn in between.
 */
export async function csvOfPages({ header, read, omittedNote }: CsvPages, language: Language): Promise<Uint8Array> {
  const textOf = (rows: readonly (readonly Cell[])[]) => rows.map((row) => csvRow(row, language)).join('')
  const pieces = [csvStart + textOf([header])]
  let written = 0
  let total = 0

  do {
    const page = await read({ page: written / rowsPerPage + 1, pageSize: rowsPerPage })
    pieces.push(textOf(page.rows))
    written += page.rows.length
    total = page.total
    await nextTurn()
  } while (written < total && written < maxExportedRows && written % rowsPerPage === 0)

  if (written < total) pieces.push(textOf([omittedNote(total - written)]))
  return Buffer.from(pieces.join(''))
}
