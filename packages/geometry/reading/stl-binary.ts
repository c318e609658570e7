import { refuse } from '../model/verdict.ts'
import { step } from '../model/watch.ts'
import { nameText } from './solid-list.ts'
import { maxTriangles, type StlReader, type StlSource, type StlSummary } from './stl-reader.ts'

const headerBytes = 84
const recordBytes = 50

/** The deadline is checked about every 800 kB, whatever the chunk size. */
const recordsPerStep = 16_384

/**
 * Binary STL: a header of 80 arbitrary bytes, the number of triangles, then 50 bytes per triangle.
 * Some exporters leave the number 0 or 0xFFFFFFFF, others count triangles that they leave out. If
 * the file contains only whole records, all are read, whatever the number says.
 */
export class BinaryStlReader implements StlReader {
  readonly #source: StlSource
  readonly #triangleLimit: number
  readonly #header = new Uint8Array(headerBytes)
  /** A record that is split between two chunks. */
  readonly #cut = new Uint8Array(recordBytes)
  #cutBytes = 0
  #bytes = 0
  #stated = 0
  #records = 0
  /** Number of records to read. */
  #wanted = 0

  constructor(source: StlSource) {
    this.#source = source
    this.#triangleLimit = source.triangleLimit ?? maxTriangles
  }

  push(chunk: Uint8Array): void {
    let at = 0
    if (this.#bytes < headerBytes) {
      at = Math.min(headerBytes - this.#bytes, chunk.length)
      this.#header.set(chunk.subarray(0, at), this.#bytes)
      this.#bytes += at
      if (this.#bytes < headerBytes) return
      this.#readHeader()
    }

    this.#bytes += chunk.length - at
    if (this.#cutBytes > 0) at = this.#completeCut(chunk, at)
    at = this.#handOver(chunk, at)

    if (at < chunk.length && this.#records < this.#wanted) {
      this.#cut.set(chunk.subarray(at))
      this.#cutBytes = chunk.length - at
    }
  }

  finish(): StlSummary {
    const stated = this.#stated
    const records = this.#records
    if (this.#bytes === 0) refuse('empty-file')
    if (this.#bytes < headerBytes) this.#truncated(headerBytes)

    const { totalBytes } = this.#source
    if (totalBytes !== undefined && this.#bytes < totalBytes) this.#truncated(totalBytes)
    if (this.#cutBytes > 0 || (records === 0 && stated > 0)) this.#truncated(this.#expectedBytes(records))
    if (records === 0) refuse('no-triangles', { byte: 80 }, { stated })

    const trailingBytes = this.#bytes - headerBytes - recordBytes * records
    const found = records + (trailingBytes % recordBytes === 0 ? trailingBytes / recordBytes : 0)

    return {
      format: 'stl-binary',
      triangles: records,
      bytes: this.#bytes,
      solidCount: 1,
      solidNames: [this.#name()],
      solidFirstTriangles: [0],
      trailingBytes,
      countMismatch: found === stated ? undefined : { stated, found },
      ignoredLines: 0,
      endMissing: false,
    }
  }

  #readHeader(): void {
    const { totalBytes } = this.#source
    this.#stated = new DataView(this.#header.buffer).getUint32(80, true)

    if (totalBytes === undefined) {
      this.#wanted = this.#hasCount() ? this.#stated : Number.POSITIVE_INFINITY
      return
    }

    const bodyBytes = Math.max(0, totalBytes - headerBytes)
    const whole = Math.floor(bodyBytes / recordBytes)
    if (bodyBytes % recordBytes === 0) this.#wanted = whole
    else if (this.#stated > whole || (this.#stated === 0 && whole > 0)) {
      this.#truncated(this.#expectedBytes(whole), totalBytes)
    } else this.#wanted = this.#stated

    if (this.#wanted > this.#triangleLimit) this.#tooMany(this.#wanted)
  }

  /** Whether the stated number is plausible: exporters that never set it leave 0 or 0xFFFFFFFF. */
  #hasCount(): boolean {
    return this.#stated > 0 && this.#stated <= this.#triangleLimit
  }

  /** Expected length of a file cut after `whole` records: as stated, else one more record. */
  #expectedBytes(whole: number): number {
    return headerBytes + recordBytes * (this.#hasCount() && this.#stated > whole ? this.#stated : whole + 1)
  }

  #completeCut(chunk: Uint8Array, at: number): number {
    const next = at + Math.min(recordBytes - this.#cutBytes, chunk.length - at)
    this.#cut.set(chunk.subarray(at, next), this.#cutBytes)
    this.#cutBytes += next - at

    if (this.#cutBytes === recordBytes) {
      this.#cutBytes = 0
      this.#handOver(this.#cut, 0)
    }

    return next
  }

  /** Passes the whole records from `from` on to the builder and returns where it stopped. */
  #handOver(bytes: Uint8Array, from: number): number {
    let at = from
    let left = Math.min(Math.floor((bytes.length - at) / recordBytes), this.#wanted - this.#records)
    while (left > 0) {
      const records = Math.min(left, recordsPerStep)
      if (this.#records + records > this.#triangleLimit) this.#tooMany(this.#records + records)
      this.#source.builder.addRecords(bytes, at, records)
      this.#records += records
      at += records * recordBytes
      left -= records
      step(this.#source.watch, 'reading', this.#done())
    }

    return at
  }

  #done(): number {
    const { totalBytes } = this.#source
    if (totalBytes) return Math.min(1, (headerBytes + recordBytes * this.#records) / totalBytes)
    return Number.isFinite(this.#wanted) ? this.#records / this.#wanted : 0
  }

  /** The header is free text; only text after a leading `solid` is a name. */
  #name(): string {
    const end = this.#header.subarray(0, 80).indexOf(0)
    const text = nameText(this.#header.subarray(0, end < 0 ? 80 : end))
    return /^solid\b/i.test(text) ? text.slice(5).trim() : ''
  }

  #truncated(expected: number, found = this.#bytes): never {
    return refuse('truncated', { byte: found }, { expected, found })
  }

  #tooMany(found: number): never {
    return refuse('too-many-triangles', undefined, { limit: this.#triangleLimit, found })
  }
}
