const maxSolids = 200
const maxCharacters = 120

/** UTF-8 needs at most 4 bytes for a character. */
const maxNameBytes = 4 * maxCharacters

function decoded(bytes: Uint8Array): string {
  try {
    // Decoded as a stream, because a long name may be cut inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Decodes a name as UTF-8, else Windows-1252, without control characters, up to 120 characters. */
export const nameText = (bytes: Uint8Array): string =>
  Array.from(
    decoded(bytes)
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  )
    .slice(0, maxCharacters)
    .join('')
    .trimEnd()

/** Counts the solids of an ASCII file and collects the names of the first 200. */
export class SolidList {
  readonly names: string[] = []
  readonly firstTriangles: number[] = []
  count = 0
  readonly #name = new Uint8Array(maxNameBytes)
  #nameBytes = 0

  /** Collects the beginning of the name, which may arrive in pieces and have any length. */
  addNamePiece(bytes: Uint8Array, start: number, end: number): void {
    const kept = Math.min(end - start, maxNameBytes - this.#nameBytes)
    if (kept <= 0) return
    this.#name.set(bytes.subarray(start, start + kept), this.#nameBytes)
    this.#nameBytes += kept
  }

  begin(firstTriangle: number): void {
    if (this.count < maxSolids) {
      this.names.push(nameText(this.#name.subarray(0, this.#nameBytes)))
      this.firstTriangles.push(firstTriangle)
    }
    this.#nameBytes = 0
    this.count++
  }
}
