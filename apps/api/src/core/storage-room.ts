import type { Log } from '#adapters/log.ts'
import { AppError } from './app-error.ts'

interface Parts {
  /** Infinity if files are stored in a bucket. */
  freeBytes: () => Promise<number>
  /** Files leave this much of the disk to the database, which stops without space (B35). */
  reserveBytes: number
  log: Log
}

/** Someone has to make room first. */
const retryAfterSeconds = 600

/** Refuses files before they use up the space of the database. */
export class StorageRoom {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Throws STORAGE_FULL unless an upload of this size leaves the reserve untouched. */
  async assertRoomFor(uploadBytes: number): Promise<void> {
    await this.#assertLeft(uploadBytes, this.#parts.reserveBytes)
  }

  /**
   * For the copy of a file that has arrived, which removes the upload at its end. It may use half the
   * reserve: otherwise uploads that have filled the disk up to the reserve could never be stored.
   */
  async assertRoomToStore(bytes: number): Promise<void> {
    await this.#assertLeft(bytes, this.#parts.reserveBytes / 2)
  }

  async isFull(): Promise<boolean> {
    return (await this.#parts.freeBytes()) < this.#parts.reserveBytes
  }

  freeBytes(): Promise<number> {
    return this.#parts.freeBytes()
  }

  async #assertLeft(bytes: number, reserveBytes: number): Promise<void> {
    const free = await this.#parts.freeBytes()
    if (free - bytes >= reserveBytes) return

    this.#parts.log.error({}, 'the disk is almost full, files are refused')
    throw new AppError('STORAGE_FULL', { retryAfterSeconds })
  }
}
