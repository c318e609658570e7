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

/** A CSV file in UTF-8 with a byte order mark, so that spreadsheets decode it correctly. */
export function csvOf(rows: Iterable<readonly Cell[]>): Uint8Array {
  let text = '\uFEFF'
  for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
  return new TextEncoder().encode(text)
}
