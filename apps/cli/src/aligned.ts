/** Rows of text as columns; the first row is their head. Numbers are right in the columns named. */
export function aligned(rows: readonly (readonly string[])[], numeric: ReadonlySet<number> = new Set()): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        numeric.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()

  const [head = [], ...rest] = rows
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rest.map(line)].join('\n')
}
