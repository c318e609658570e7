/** A text of anybody's, or a figure of ours. */
export type Cell = string | number | null

/** What makes a spreadsheet read a cell as a formula or as a command, full-width forms too (INJ-8). */
const dangerous = /^[=+\-@\t\r\n＝＋－＠]/u

/** RFC 4180; a text that a spreadsheet would run is kept a text by an apostrophe before it. Figures stay figures. */
function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const inert = dangerous.test(cell) ? `'${cell}` : cell
  return `"${inert.replaceAll('"', '""')}"`
}

/** A table as a file that spreadsheets open with its letters right: UTF-8 with its mark, lines that end as the RFC says. */
export function csvOf(rows: Iterable<readonly Cell[]>): Uint8Array {
  let text = '\uFEFF'
  for (const row of rows) text += `${row.map(written).join(',')}\r\n`
  return new TextEncoder().encode(text)
}
