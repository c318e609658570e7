import type { FileKind, RefusalCode } from '@cotation/geometry'
import { sniff, sniffBytes } from '@cotation/geometry'

/** The end record of a ZIP archive lies within this, including the longest possible comment. */
const tailBytes = 22 + 0xffff

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const pngEnd = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte)
const endsWith = (bytes: Uint8Array, end: readonly number[]) => startsWith(bytes.subarray(-end.length), end)

/** Collects the first and last bytes of a stream. */
export class FileEnds {
  #head: Buffer = Buffer.alloc(0)
  #tail: Buffer = Buffer.alloc(0)
  #bytes = 0

  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    const missing = sniffBytes - this.#head.length
    if (missing > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, missing)])
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-tailBytes)
  }

  get refusal(): RefusalCode | null {
    return attachmentRefusal(this.#head, this.#tail, this.#bytes)
  }
}

/**
 * Why an attachment is refused; null for a PDF, PNG or JPEG (UPL-3). Refuses a picture with an
 * appended archive: archive programs search from the end and would open it.
 */
function attachmentRefusal(head: Uint8Array, tail: Uint8Array, bytes: number): RefusalCode | null {
  const kind = sniff(head, bytes)
  if (!isWanted(kind, head)) return refusalOf(kind)
  if (endsAsZip(tail)) return 'zip'
  if (startsWith(head, png)) return endsWith(tail, pngEnd) ? null : 'truncated'
  return null
}

const isWanted = (kind: FileKind, head: Uint8Array): boolean =>
  kind === 'pdf' || (kind === 'image' && (startsWith(head, png) || startsWith(head, jpeg)))

/** A part file is refused as an attachment. */
function refusalOf(kind: FileKind): RefusalCode {
  if (kind === 'stl-binary') return 'other-binary'
  return kind === 'stl-ascii' || kind === 'step' ? 'other-text' : kind
}

/** Searches backwards for the archive's end record, as readers do; some tolerate bytes after it. */
function endsAsZip(tail: Uint8Array): boolean {
  for (let at = tail.length - 22; at >= 0; at--) {
    if (!startsWith(tail.subarray(at), [0x50, 0x4b, 0x05, 0x06])) continue
    const comment = (tail[at + 20] ?? 0) + 256 * (tail[at + 21] ?? 0)
    if (at + 22 + comment <= tail.length) return true
  }
  return false
}
