import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Language } from '@cotation/domain'
import { OwnerQueue, type OwnerQueueLimits } from './owner-queue.ts'
import { type ThreadFunction, ThreadPool } from './thread-pool.ts'

/** JPEGs by id. */
export type Pictures = ReadonlyMap<string, Uint8Array>

/** Everything that a document is drawn from. */
export interface PaperInput<Content> {
  /** Plain data; it names the pictures that it shows. */
  content: Content
  language: Language
  madeAt: Date
  pictures: Pictures
}

/** Draws a document, in a thread. Deterministic: the same input gives the same bytes. */
export type DrawPaper<Content> = (input: PaperInput<Content>) => Promise<Uint8Array>

export interface PaperDraft<Content> {
  fileName: string
  content: Content
  language: Language
  madeAt: Date
  /** Called only if the document must be drawn. */
  loadPictures?: () => Promise<LoadedPictures>
}

export interface LoadedPictures {
  pictures: Pictures
  /** False if some could not be read: they may be there next time, so the document is not kept. */
  isComplete: boolean
}

export interface Paper {
  bytes: Buffer
  fileName: string
}

/** A short document takes 20 ms, one of 200 lines 300 ms, so that a full queue takes seconds. */
const queueLimits: OwnerQueueLimits = {
  maxRunning: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 40,
  maxWaitingPerOwner: 5,
}

const threadLimits = {
  ...queueLimits,
  maxRunMs: 30_000,
  maxIdleMs: 60_000,
  maxHeapMb: 128,
}

/** About 500 short documents. */
const maxCachedBytes = 16 * 1024 * 1024

/** Makes PDF documents in threads, so that drawing does not delay other requests. */
export class PaperMaker {
  readonly #queue: OwnerQueue
  readonly #threads: ThreadPool
  /** By a digest of the content; the least recently used first. */
  readonly #cache = new Map<string, Buffer>()
  #cachedBytes = 0

  constructor(limits = queueLimits, threads = new ThreadPool(threadLimits)) {
    this.#queue = new OwnerQueue(limits)
    this.#threads = threads
  }

  /**
   * Composes a document of an owner and draws it, unless one of the same content was drawn before.
   * An owner's documents are made one after the other. Throws BUSY if too many wait.
   */
  make<Content>(
    owner: string,
    draw: ThreadFunction<DrawPaper<Content>>,
    compose: () => Promise<PaperDraft<Content>>,
  ): Promise<Paper> {
    return this.#queue.run(owner, async () => {
      const draft = await compose()
      const key = keyOf(draw.name, draft)
      const bytes = this.#find(key) ?? (await this.#draw(owner, key, draw, draft))
      return { bytes, fileName: draft.fileName }
    })
  }

  /**
   * Does other long work of an owner in turn with the owner's documents, such as writing a large list.
   * Throws BUSY if too many wait.
   */
  inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(owner, work)
  }

  /** Refuses waiting documents and ends the threads. */
  async close(): Promise<void> {
    this.#queue.close()
    await this.#threads.close()
  }

  async #draw<Content>(
    owner: string,
    key: string,
    draw: ThreadFunction<DrawPaper<Content>>,
    { content, language, madeAt, loadPictures }: PaperDraft<Content>,
  ): Promise<Buffer> {
    const { pictures, isComplete } = (await loadPictures?.()) ?? { pictures: new Map(), isComplete: true }
    const drawn = await this.#threads.run(owner, draw, { content, language, madeAt, pictures })
    const bytes = Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength)

    if (isComplete) this.#store(key, bytes)
    return bytes
  }

  #find(key: string): Buffer | undefined {
    const bytes = this.#cache.get(key)
    if (!bytes) return undefined

    this.#cache.delete(key)
    this.#cache.set(key, bytes)
    return bytes
  }

  #store(key: string, bytes: Buffer): void {
    this.#cache.set(key, bytes)
    this.#cachedBytes += bytes.length

    for (const [oldKey, old] of this.#cache) {
      if (this.#cachedBytes <= maxCachedBytes) return
      this.#cache.delete(oldKey)
      this.#cachedBytes -= old.length
    }
  }
}

/** By content and not by a revision: names, addresses and the seller are parts of a document too. */
function keyOf(drawing: string, { content, language }: Pick<PaperDraft<unknown>, 'content' | 'language'>): string {
  return createHash('sha256')
    .update(JSON.stringify([drawing, language, content]))
    .digest('base64')
}
