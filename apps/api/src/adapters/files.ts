import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'

export interface FileMeta {
  contentType: string
  /** Hexadecimal; if given, other content is refused and nothing is stored. */
  sha256?: string | undefined
}

export interface StoredFile {
  body: Readable
  bytes: number
  contentType: string
}

export interface ListedFile {
  key: string
  bytes: number
  modifiedAt: Date
}

export interface FileStore {
  /** Atomic: readers see the complete file once this resolves, or nothing. */
  put(key: string, body: Readable | Buffer, meta: FileMeta): Promise<{ bytes: number; sha256: string }>
  /** Like `put`, unless the file exists: only one of several servers creates it, false for others. */
  create(key: string, body: Buffer, meta: FileMeta): Promise<boolean>
  /** The body fails with a FileIntegrityError if it differs from what was put. */
  get(key: string): Promise<StoredFile | null>
  /** Idempotent, because jobs may be retried. */
  remove(key: string): Promise<void>
  /** Every file whose key starts with the prefix, unsorted. */
  list(prefix: string): AsyncIterable<ListedFile>
}

/** The store cannot be used; the message is one line with the fix. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

export class FileKeyError extends Error {
  constructor() {
    super('a file key must be lower-case letters, digits, - and _ in segments joined by /')
    this.name = 'FileKeyError'
  }
}

export class FileIntegrityError extends Error {
  constructor(detail: string) {
    super(`file content is not what was announced: ${detail}`)
    this.name = 'FileIntegrityError'
  }
}

const keyPattern = /^[a-z0-9][a-z0-9/_-]{0,200}$/

/**
 * Keys are created by the server. They contain no dot: no key can leave the folder, and file names
 * with a dot are free for the store itself.
 */
export function assertFileKey(key: string): void {
  if (!keyPattern.test(key) || key.includes('//') || key.endsWith('/')) throw new FileKeyError()
}

export function assertFilePrefix(prefix: string): void {
  if (prefix !== '' && (!keyPattern.test(prefix) || prefix.includes('//'))) throw new FileKeyError()
}

export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Passes content through; fails at its end on a mismatch, so readers notice a truncated file. */
export class DigestStream extends Transform {
  readonly #hash = createHash('sha256')
  readonly #expected: { sha256?: string | undefined; bytes?: number | undefined }
  #bytes = 0
  #sha256 = ''

  constructor(expected: { sha256?: string | undefined; bytes?: number | undefined } = {}) {
    super()
    this.#expected = expected
  }

  /** Valid once the stream has ended. */
  get result(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#sha256 }
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    done(null, chunk)
  }

  override _flush(done: (error?: Error) => void): void {
    this.#sha256 = this.#hash.digest('hex')
    const { sha256 = this.#sha256, bytes = this.#bytes } = this.#expected
    if (bytes !== this.#bytes) done(new FileIntegrityError(`${this.#bytes} bytes instead of ${bytes}`))
    else if (sha256 !== this.#sha256) done(new FileIntegrityError('the checksum differs'))
    else done()
  }
}

/** For `catch`: another value instead of an error about a missing file. */
export function whenMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}
