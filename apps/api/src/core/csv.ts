/** A text, possibly written by a customer, or a number. */
export type Cell = string | number | null

/**
 * Characters that make a spreadsheet run a cell as a formula, including full-width forms (INJ-8).
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u

/** Quotes a cell by RFC 4180. An apostrophe stops a text from being run; numbers stay numbers. */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const inert = formulaStart.test(cell) ? `'${cell}` : cell
  return `"${inert.replaceAll('"', '""')}"`
}

/** A file begins with a byte order mark, so that spreadsheets decode it as UTF-8. */
export const csvStart = '\uFEFF'

export const csvRow = (row: readonly Cell[]): string => `${row.map(csvCell).join(',')}\r\n`

/** A whole CSV file in UTF-8. */
export function csvOf(rows: Iterable<readonly Cell[]>): Uint8Array {
  let text = csvStart
  for (const row of rows) text += csvRow(row)
  return new TextEncoder().encode(text)
}
