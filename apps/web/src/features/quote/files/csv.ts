/**
 * The text of a file that a spreadsheet saved: UTF-8 or UTF-16 with a byte order mark, UTF-8 without
 * one, else Windows-1252, of which Latin-1 is a part.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)

  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const delimiters = [';', '\t', ',', '|'] as const

/** Excel may begin a file with the delimiter it used. */
const declared = /^sep=(.)\r?\n/i

/** How often a character occurs outside quotes in the first lines of a text. */
function countOf(delimiter: string, text: string): number {
  const unquoted = text.slice(0, 4000).replaceAll(/"[^"]*"/g, '')
  return unquoted.split(delimiter).length - 1
}

/** The delimiter that occurs most; decimal commas are fewer than the semicolons around them. */
function delimiterOf(text: string): string {
  const counted = delimiters.map((delimiter) => ({ delimiter, count: countOf(delimiter, text) }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

/** Splits a text into rows of cells; quoted cells may contain delimiters, quotes and line breaks. */
function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false

  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }

  const endRow = () => {
    endCell()
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }

  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (isQuoted && char === '"' && text[i + 1] === '"') {
      cell += '"'
      i++
    } else if (isQuoted) {
      if (char === '"') isQuoted = false
      else cell += char
    } else if (char === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (char === delimiter) endCell()
    else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
  }
  endRow()

  return rows
}

/** The rows of a CSV file, without empty ones. */
export function parseTable(text: string): string[][] {
  const separator = declared.exec(text)
  const content = separator ? text.slice(separator[0].length) : text
  return rowsOf(content.replaceAll(/\r(?!\n)/g, '\n'), separator?.[1] ?? delimiterOf(content))
}
