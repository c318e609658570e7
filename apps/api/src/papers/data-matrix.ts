/*
 * DataMatrix ECC 200 (ISO/IEC 16022) for short codes. Written here because the libraries for it hold
 * a hundred other barcodes and several megabytes. Only the two smallest useful squares are needed: 12 modules
 * hold 5 codewords, 14 hold 8, and a codeword is a character or two digits.
 */

interface Square {
  /** Modules along a side, with the frame. */
  size: number
  dataWords: number
  checkWords: number
}

const squares: readonly Square[] = [
  { size: 12, dataWords: 5, checkWords: 7 },
  { size: 14, dataWords: 8, checkWords: 10 },
]

const padWord = 129

/** ASCII mode: two digits are 130 and more, another character is its code plus one. */
function dataWordsOf(text: string): number[] {
  const words: number[] = []
  for (let i = 0; i < text.length; i++) {
    const pair = text.slice(i, i + 2)
    if (/^\d\d$/.test(pair)) {
      words.push(130 + Number(pair))
      i++
    } else {
      words.push(text.charCodeAt(i) + 1)
    }
  }
  return words
}

/** The first pad is plain; later ones are scattered, so that they form no pattern. */
function padded(words: readonly number[], length: number): number[] {
  const all = [...words]
  if (all.length < length) all.push(padWord)
  while (all.length < length) {
    const scattered = padWord + ((149 * (all.length + 1)) % 253) + 1
    all.push(scattered > 254 ? scattered - 254 : scattered)
  }
  return all
}

/** Powers of 2 in the field of 256 elements with the polynomial 301. */
const powers = Array.from<number>({ length: 255 })
const logarithms = new Map<number, number>()
let power = 1
for (let exponent = 0; exponent < 255; exponent++) {
  powers[exponent] = power
  logarithms.set(power, exponent)
  power *= 2
  if (power > 255) power ^= 301
}

function multiply(one: number, other: number): number {
  const first = logarithms.get(one)
  const second = logarithms.get(other)
  if (first === undefined || second === undefined) return 0
  return powers[(first + second) % 255] ?? 0
}

/** The Reed-Solomon remainder of the data. */
function checkWordsOf(data: readonly number[], count: number): number[] {
  let generator = [1]
  for (let i = 1; i <= count; i++) {
    const root = powers[i] ?? 0
    const next = [...generator, 0]
    for (const [j, factor] of generator.entries()) next[j + 1] = (next[j + 1] ?? 0) ^ multiply(factor, root)
    generator = next
  }

  const remainder = Array.from({ length: count }, () => 0)
  for (const word of data) {
    const lead = word ^ (remainder.shift() ?? 0)
    remainder.push(0)
    for (let j = 0; j < count; j++) remainder[j] = (remainder[j] ?? 0) ^ multiply(generator[j + 1] ?? 0, lead)
  }
  return remainder
}

/** Places the bits of codewords in a square without its frame (annex F of the standard). */
class Placement {
  readonly #side: number
  readonly #cells: (boolean | undefined)[]

  constructor(side: number) {
    this.#side = side
    this.#cells = Array.from({ length: side * side })
  }

  place(words: readonly number[]): boolean[] {
    const side = this.#side
    let row = 4
    let column = 0
    let next = 0
    const take = () => words[next++] ?? 0

    do {
      if (row === side && column === 0) this.#corner(take())
      do {
        if (row < side && column >= 0 && this.#isFree(row, column)) this.#utah(row, column, take())
        row -= 2
        column += 2
      } while (row >= 0 && column < side)
      row += 1
      column += 3

      do {
        if (row >= 0 && column < side && this.#isFree(row, column)) this.#utah(row, column, take())
        row += 2
        column -= 2
      } while (row < side && column >= 0)
      row += 3
      column += 1
    } while (row < side || column < side)

    return this.#filled()
  }

  #isFree(row: number, column: number): boolean {
    return this.#cells[row * this.#side + column] === undefined
  }

  /** Cells beyond an edge continue at the opposite one, shifted. */
  #set(row: number, column: number, word: number, bit: number): void {
    const side = this.#side
    const shift = 4 - ((side + 4) % 8)
    let at = { row, column }
    if (at.row < 0) at = { row: at.row + side, column: at.column + shift }
    if (at.column < 0) at = { row: at.row + shift, column: at.column + side }
    this.#cells[at.row * side + at.column] = ((word >> (8 - bit)) & 1) === 1
  }

  /** The usual shape of a codeword, named by its likeness to the state. */
  #utah(row: number, column: number, word: number): void {
    this.#set(row - 2, column - 2, word, 1)
    this.#set(row - 2, column - 1, word, 2)
    this.#set(row - 1, column - 2, word, 3)
    this.#set(row - 1, column - 1, word, 4)
    this.#set(row - 1, column, word, 5)
    this.#set(row, column - 2, word, 6)
    this.#set(row, column - 1, word, 7)
    this.#set(row, column, word, 8)
  }

  /** The first of the corner shapes: the only one that squares of these sizes have. */
  #corner(word: number): void {
    const end = this.#side - 1
    this.#set(end, 0, word, 1)
    this.#set(end, 1, word, 2)
    this.#set(end, 2, word, 3)
    this.#set(0, end - 1, word, 4)
    this.#set(0, end, word, 5)
    this.#set(1, end, word, 6)
    this.#set(2, end, word, 7)
    this.#set(3, end, word, 8)
  }

  /** What no codeword reaches: the lower right corner has a fixed pattern. */
  #filled(): boolean[] {
    const last = this.#cells.length - 1
    if (this.#cells[last] === undefined) {
      this.#cells[last] = true
      this.#cells[last - this.#side - 1] = true
    }
    return this.#cells.map((cell) => cell === true)
  }
}

/** The rows of a DataMatrix of a short ASCII text; true is dark. Throws if it is too long. */
export function dataMatrix(text: string): boolean[][] {
  const words = dataWordsOf(text)
  const square = squares.find(({ dataWords }) => dataWords >= words.length)
  if (!square || /[^\x20-\x7e]/.test(text)) throw new RangeError(`${text} does not fit into a small DataMatrix`)

  const data = padded(words, square.dataWords)
  const inner = square.size - 2
  const cells = new Placement(inner).place([...data, ...checkWordsOf(data, square.checkWords)])

  return Array.from({ length: square.size }, (_, row) =>
    Array.from({ length: square.size }, (_, column) => isDark(row, column, square.size, cells)),
  )
}

/** The frame: solid on the left and below, dashed above and on the right. */
function isDark(row: number, column: number, size: number, cells: readonly boolean[]): boolean {
  const last = size - 1
  if (column === 0 || row === last) return true
  if (row === 0) return column % 2 === 0
  if (column === last) return row % 2 === 1
  return cells[(row - 1) * (size - 2) + column - 1] ?? false
}
