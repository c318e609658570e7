/** Aligned text columns. The first row is the heading; `numericColumns` are right-aligned. */
export function textTable(
  rows: readonly (readonly string[])[],
  numericColumns: ReadonlySet<number> = new Set(),
): string {
  const [head = [], ...rest] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))

  const rowText = (row: readonly string[]) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0
      return numericColumns.has(column) ? cell.padStart(width) : cell.padEnd(width)
    })
    return cells.join('  ').trimEnd()
  }

  const ruler = widths.map((width) => '─'.repeat(width)).join('  ')
  return [rowText(head), ruler, ...rest.map(rowText)].join('\n')
}
