import { browserStorage, type KeyValueStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { createStore, type Store } from '#lib/store.ts'
import { orNull, type Read, type Shape, text } from './stored-shape.ts'

export const queueEntry = {
  /** The server counts a repeat under the same key once. */
  key: text,
  /** Whose token sends it: a colleague may use the same tablet. */
  memberId: text,
  /** Why it was refused, empty without a particular reason; null while it waits. */
  refusal: orNull(text),
}

export type QueueEntry = Read<typeof queueEntry>

/** Answers that say nothing about an entry: it is sent again later. */
function isUndecided({ code, status }: ApiError): boolean {
  return code === 'NETWORK' || code === 'TIMEOUT' || status >= 500 || status === 401 || status === 429
}

/** An entry cannot be sent now, for another reason than the network: it is tried again later. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError'
}

/**
 * What people did, in the sequence in which they did it, also without a network. Entries are
 * stored, so that they survive a reload, and sent one by one. Without an answer the rest waits. A
 * refused entry stays with its reason until a person has read it. An entry that fails unexpectedly
 * counts as refused: it must not block the entries behind it.
 */
export abstract class StoredQueue<Entry extends QueueEntry> {
  readonly store: Store<readonly Entry[]>
  /** The key of the entry that is being sent. Discarding it would no longer take it back. */
  readonly sending: Store<string | null> = createStore<string | null>(null)
  readonly #storage: KeyValueStorage
  readonly #storageKey: string
  readonly #shape: Shape<Entry>
  #isSending = false

  constructor(storageKey: string, shape: Shape<Entry>, storage: KeyValueStorage = browserStorage) {
    this.#storageKey = storageKey
    this.#shape = shape
    this.#storage = storage
    this.store = createStore(this.read())
  }

  /** Sends an entry and removes it once the server accepted it. */
  protected abstract deliver(entry: Entry): Promise<void>

  /** Whether an entry may be sent now. */
  protected canSend(_entry: Entry): boolean {
    return true
  }

  /** Removes an entry that is not wanted any more, or whose refusal a person has read. */
  discard(key: string): void {
    this.write(this.read().filter((entry) => entry.key !== key))
  }

  /** Sends the waiting entries of a member, until one gets no answer. */
  async flush(memberId: string): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    this.#showStored()

    try {
      let next = this.#nextOf(memberId)
      while (next && (await this.#sendOne(next))) next = this.#nextOf(memberId)
    } finally {
      this.#isSending = false
    }
  }

  #nextOf(memberId: string): Entry | undefined {
    return this.read().find((entry) => entry.memberId === memberId && entry.refusal === null && this.canSend(entry))
  }

  /** Returns whether the server accepted or refused it; false if there was no answer. */
  async #sendOne(entry: Entry): Promise<boolean> {
    this.sending.set(entry.key)
    try {
      await this.deliver(entry)
      return true
    } catch (error) {
      if (error instanceof NotSentError) return false
      const isAnswer = error instanceof ApiError
      if (isAnswer && isUndecided(error)) return false
      if (!isAnswer) window.reportError(error)

      const refusal = isAnswer ? error.message : ''
      this.write(this.read().map((one) => (one.key === entry.key ? { ...one, refusal } : one)))
      return true
    } finally {
      this.sending.set(null)
    }
  }

  /** Shows what another tab has changed. */
  #showStored(): void {
    const stored = this.read()
    const isSame = JSON.stringify(stored) === JSON.stringify(this.store.get())
    if (!isSame) this.store.set(stored)
  }

  /**
   * Read each time: another tab may have added or sent something. What an older version of the app
   * stored and this one cannot read is left out, so that it blocks nothing.
   */
  protected read(): readonly Entry[] {
    const stored = this.#storage.get(this.#storageKey)
    if (stored === null) return []
    try {
      const entries: unknown = JSON.parse(stored)
      if (!Array.isArray(entries)) return []
      return entries.flatMap((entry) => this.#shape(entry) ?? [])
    } catch {
      return []
    }
  }

  protected write(entries: readonly Entry[]): void {
    if (entries.length === 0) this.#storage.remove(this.#storageKey)
    else this.#storage.set(this.#storageKey, JSON.stringify(entries))
    this.store.set(entries)
  }
}
