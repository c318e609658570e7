/**
 * Text that is safe in a document: in one row, without control and direction characters that could
 * hide or reverse other text (UPL-5), and without half surrogate pairs.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

const ellipsis = '…'

/** The longest prefix that fits; at least one character, or wrapping would never end. */
function fittingPrefix(word: string, width: number, widthOf: (text: string) => number): string {
  const characters = [...word]
  let fits = 1
  let tooMany = characters.length + 1
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (widthOf(characters.slice(0, middle).join('')) <= width) fits = middle
    else tooMany = middle
  }

  return characters.slice(0, fits).join('')
}

function ellipsize(row: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(row + ellipsis) <= width) return row + ellipsis
  const available = width - widthOf(ellipsis)
  return fittingPrefix(row, available, widthOf).trimEnd() + ellipsis
}

/**
 * Wraps at spaces, and inside a word only if it is wider than a row (a file name of 200 letters).
 * Non-breaking spaces are kept. Text beyond `maxRows` is cut with an ellipsis.
 */
export function wrapText(
  text: string,
  width: number,
  widthOf: (text: string) => number,
  maxRows = Number.POSITIVE_INFINITY,
): string[] {
  const rows: string[] = []
  let row = ''
  for (const word of printable(text).split(/ +/)) {
    let rest = word
    const joined = row === '' ? rest : `${row} ${rest}`
    if (widthOf(joined) <= width) {
      row = joined
      continue
    }

    if (row !== '') rows.push(row)

    while (widthOf(rest) > width && [...rest].length > 1) {
      const prefix = fittingPrefix(rest, width, widthOf)
      rows.push(prefix)
      rest = rest.slice(prefix.length)
    }

    row = rest
  }

  rows.push(row)
  if (rows.length <= maxRows) return rows

  return [...rows.slice(0, maxRows - 1), ellipsize(rows[maxRows - 1] ?? '', width, widthOf)]
}
