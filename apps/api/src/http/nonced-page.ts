import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Magic number, method deflate, no flags, no time, no hint about the level, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** An empty last block. */
const lastBlock = Buffer.from([3, 0])

/** A block of deflate that holds bytes as they are (RFC 1951, 3.2.4). */
function storedBlock(bytes: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt16LE(bytes.length, 1)
  header.writeUInt16LE(0xffff - bytes.length, 3)
  return Buffer.concat([header, bytes])
}

/**
 * A page with a placeholder for the nonce of each answer. What is around the nonce is compressed
 * once: gzip streams can be put together from blocks that end at a byte, Brotli streams cannot.
 */
export class NoncedPage {
  readonly #parts: readonly Buffer[]
  readonly #deflated: readonly Buffer[]

  constructor(page: string, placeholder: string) {
    this.#parts = page.split(placeholder).map((part) => Buffer.from(part))
    this.#deflated = this.#parts.map((part) =>
      deflateRawSync(part, { level: constants.Z_BEST_COMPRESSION, finishFlush: constants.Z_FULL_FLUSH }),
    )
  }

  plain(nonce: string): Buffer {
    return joined(this.#parts, Buffer.from(nonce))
  }

  gzip(nonce: string): Buffer {
    const page = this.plain(nonce)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(page), 0)
    trailer.writeUInt32LE(page.length, 4)

    return Buffer.concat([gzipHeader, joined(this.#deflated, storedBlock(Buffer.from(nonce))), lastBlock, trailer])
  }
}

const joined = (parts: readonly Buffer[], separator: Buffer): Buffer =>
  Buffer.concat(parts.flatMap((part, i) => (i === 0 ? [part] : [separator, part])))
