/** How the code units of a text file lie: one byte, or two in either order. */
export type TextWidth = 'bytes' | 'utf-16le' | 'utf-16be'

/** Told by the byte order mark, or by the zero half of a first plain letter: every STL file begins with one. */
export function textWidthOf(first: number | undefined, second: number | undefined): TextWidth {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (second === 0 && first !== undefined && first > 0 && first < 0x80) return 'utf-16le'
  if (first === 0 && second !== undefined && second > 0 && second < 0x80) return 'utf-16be'
  return 'bytes'
}

const decoderOf = (width: 'utf-16le' | 'utf-16be') => new TextDecoder(width)

const markBytes = 3
const hasUtf8Mark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/**
 * Text in one byte per letter from text that may have a byte order mark or be UTF-16, as Windows shells write it when a
 * program's output is redirected into a file.
 */
export class PlainText {
  /** The first bytes, held back until they are enough to tell. */
  #first = new Uint8Array(0)
  #known = false
  #decoder: ReturnType<typeof decoderOf> | undefined
  readonly #encoder = new TextEncoder()

  /** The plain form of the next piece; the last one is empty and asks for what was held back. */
  next(piece: Uint8Array, last = false): Uint8Array {
    if (this.#known) return this.#plain(piece)

    const joined = new Uint8Array(this.#first.length + piece.length)
    joined.set(this.#first)
    joined.set(piece, this.#first.length)

    if (joined.length < markBytes && !last) {
      this.#first = joined
      return this.#first.subarray(0, 0)
    }

    this.#known = true

    const width = textWidthOf(joined[0], joined[1])
    if (width !== 'bytes') this.#decoder = decoderOf(width)

    return this.#plain(hasUtf8Mark(joined) ? joined.subarray(markBytes) : joined)
  }

  #plain(piece: Uint8Array): Uint8Array {
    return this.#decoder ? this.#encoder.encode(this.#decoder.decode(piece, { stream: true })) : piece
  }
}
