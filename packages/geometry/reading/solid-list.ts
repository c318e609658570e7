const mostSolids = 200
const mostCharacters = 120

/** UTF-8 needs at most 4 bytes for a character. */
const mostNameBytes = 4 * mostCharacters

function decoded(bytes: Uint8Array): string {
  try {
    // As a stream, because the bytes may end inside a character where a long name was cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A name fit to be shown: UTF-8 or else Windows-1252, without control characters, at most 120 characters. */
export const nameText = (bytes: Uint8Array): string =>
  Array.from(
    decoded(bytes)
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  )
    .slice(0, mostCharacters)
    .join('')
    .trimEnd()

/** The solids of an ASCII file as they come: the first 200 by name, all by number. */
export class SolidList {
  readonly names: string[] = []
  readonly firstTriangles: number[] = []
  count = 0
  readonly #name = new Uint8Array(mostNameBytes)
  #nameBytes = 0

  /** Keeps the beginning of the name; it may come in pieces and be of any length. */
  addNamePiece(bytes: Uint8Array, start: number, end: number): void {
    const kept = Math.min(end - start, mostNameBytes - this.#nameBytes)
    if (kept <= 0) return
    this.#name.set(bytes.subarray(start, start + kept), this.#nameBytes)
    this.#nameBytes += kept
  }

  begin(firstTriangle: number): void {
    if (this.count < mostSolids) {
      this.names.push(nameText(this.#name.subarray(0, this.#nameBytes)))
      this.firstTriangles.push(firstTriangle)
    }
    this.#nameBytes = 0
    this.count++
  }
}
