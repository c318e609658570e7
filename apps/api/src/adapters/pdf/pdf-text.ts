/**
 * A text as a document may show it: one line, no control or direction marks that could hide or turn what stands beside them
 * (UPL-5), no half of a surrogate pair.
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

/** The longest beginning of a word that fits; at least one character, or wrapping would never end. */
function beginningThatFits(word: string, width: number, widthOf: (text: string) => number): string {
  const marks = [...word]
  let fits = 1
  let tooMany = marks.length + 1
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (widthOf(marks.slice(0, middle).join('')) <= width) fits = middle
    else tooMany = middle
  }

  return marks.slice(0, fits).join('')
}

function shortened(line: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(line + ellipsis) <= width) return line + ellipsis
  const room = width - widthOf(ellipsis)
  return beginningThatFits(line, room, widthOf).trimEnd() + ellipsis
}

/**
 * Lines no wider than `width`, broken at spaces, and within a word only where it is wider than a line: a file name of 200 letters
 * has no space. Spaces that forbid a break keep what they join. What goes beyond `most` lines is cut, and says so.
 */
export function wrappedLines(
  text: string,
  width: number,
  widthOf: (text: string) => number,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of printable(text).split(/ +/)) {
    let rest = word
    const joined = line === '' ? rest : `${line} ${rest}`
    if (widthOf(joined) <= width) {
      line = joined
      continue
    }

    if (line !== '') lines.push(line)

    while (widthOf(rest) > width && [...rest].length > 1) {
      const beginning = beginningThatFits(rest, width, widthOf)
      lines.push(beginning)
      rest = rest.slice(beginning.length)
    }

    line = rest
  }

  lines.push(line)
  if (lines.length <= most) return lines

  return [...lines.slice(0, most - 1), shortened(lines[most - 1] ?? '', width, widthOf)]
}
