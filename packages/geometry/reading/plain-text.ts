export type TextEncoding = 'bytes' | 'utf-16le' | 'utf-16be'

/** By byte order mark, else by the zero byte of the ASCII letter that starts every STL file. */
export function textEncodingOf(first: number | undefined, second: number | undefined): TextEncoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (second === 0 && first !== undefined && first > 0 && first < 0x80) return 'utf-16le'
  if (first === 0 && second !== undefined && second > 0 && second < 0x80) return 'utf-16be'
  return 'bytes'
}

const decoderOf = (encoding: 'utf-16le' | 'utf-16be') => new TextDecoder(encoding)

const markBytes = 3
const hasUtf8Mark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/**
 * Removes a byte order mark and converts UTF-16 to UTF-8. Windows shells write UTF-16 if the output
 * of a program is redirected into a file.
 */
export class PlainText {
  /** The first bytes, buffered until the encoding is known. */
  #first = new Uint8Array(0)
  #known = false
  #decoder: ReturnType<typeof decoderOf> | undefined
  readonly #encoder = new TextEncoder()

  /** Converts the next piece. The last piece is empty and flushes what was buffered. */
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

    const encoding = textEncodingOf(joined[0], joined[1])
    if (encoding !== 'bytes') this.#decoder = decoderOf(encoding)

    return this.#plain(hasUtf8Mark(joined) ? joined.subarray(markBytes) : joined)
  }

  #plain(piece: Uint8Array): Uint8Array {
    return this.#decoder ? this.#encoder.encode(this.#decoder.decode(piece, { stream: true })) : piece
  }
}
