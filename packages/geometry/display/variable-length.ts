/** Integers of variable length up to ±2^34: seven bits per byte, the sign in the lowest bit. */
const maxNumberBytes = 5

export class ByteWriter {
  #buffer: Uint8Array
  #at = 0

  constructor(expected: number) {
    this.#buffer = new Uint8Array(Math.max(64, expected))
  }

  bytes(more: Uint8Array): void {
    this.#makeRoom(more.length)
    this.#buffer.set(more, this.#at)
    this.#at += more.length
  }

  signed(value: number): void {
    this.#makeRoom(maxNumberBytes)
    let rest = value < 0 ? -2 * value - 1 : 2 * value
    while (rest >= 128) {
      this.#buffer[this.#at++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#buffer[this.#at++] = rest
  }

  written(): Uint8Array {
    return this.#buffer.slice(0, this.#at)
  }

  #makeRoom(more: number): void {
    if (this.#at + more <= this.#buffer.length) return
    const larger = new Uint8Array(2 * (this.#at + more))
    larger.set(this.#buffer)
    this.#buffer = larger
  }
}

/** Reads what `ByteWriter` wrote. Other bytes give arbitrary numbers and `isValid` is false. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at: number
  #valid = true

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  signed(): number {
    let value = 0
    for (let i = 0, unit = 1; i < maxNumberBytes; i++, unit *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) break
      value += (byte % 128) * unit
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    }

    this.#valid = false
    return 0
  }

  /** Returns the value if it is between 0 and `max`, else 0. */
  within(value: number, max: number): number {
    if (value >= 0 && value <= max) return value
    this.#valid = false
    return 0
  }

  isValid(): boolean {
    return this.#valid
  }

  isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }
}
