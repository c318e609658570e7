import { uploadLimits } from '@cotation/domain'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { mergeEdit } from './line-edits.ts'
import type { LineEdit } from './work-line.ts'
import type { SaveState } from './workspace.ts'

export interface AutosavePorts {
  /** Saves all of the changes or none, and takes the answer in. */
  send(changes: readonly LineEdit[], options: { keepalive: boolean }): Promise<void>
  /** A line that the server does not know any more. */
  gone(lineId: string): void
  changed(): void
  storage: KeyValueStorage
  storageKey: string
}

const debounceMs = 400
const retrySeconds = [2, 4, 8, 16, 32, 60]

/** Browsers let all calls that outlive a page carry 64 KiB together. */
const keepaliveBytes = 60_000

const isEdit = (value: unknown): value is LineEdit =>
  typeof value === 'object' && value !== null && 'lineId' in value && typeof value.lineId === 'string'

/** The server answered, and the same again would get the same answer. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, 413, 422].includes(error.status)

/** Changes that the server does not have yet: shown over its lines, saved soon, kept over a reload, lost never. */
export class Autosave {
  readonly #ports: AutosavePorts
  /** What stands over the server's lines. An entry is replaced, never changed: an untouched line keeps its own. */
  readonly #over = new Map<string, LineEdit>()
  /** Of those, what changed since it was last sent. */
  #waiting = new Map<string, LineEdit>()
  /** Refused as they are: sent again when they change, or when the customer asks. */
  readonly #refused = new Map<string, LineEdit>()
  #isFlying = false
  #flight: Promise<void> = Promise.resolve()
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: AutosavePorts) {
    this.#ports = ports
    for (const edit of this.#stored()) this.#put(edit)
    if (this.#waiting.size > 0) this.#later(0)
  }

  over(lineId: string): LineEdit | undefined {
    return this.#over.get(lineId)
  }

  get state(): SaveState {
    if (this.#failures > 0 || this.#refused.size > 0) return 'failed'
    return this.#isFlying || this.#waiting.size > 0 ? 'saving' : 'saved'
  }

  add(edits: readonly LineEdit[]): void {
    for (const edit of edits) this.#put(edit)
    this.#store()
    if (this.#failures === 0) this.#later(debounceMs)
  }

  /** Now, and not when the next attempt is due. */
  retry(): void {
    for (const edit of this.#refused.values()) this.#waiting.set(edit.lineId, edit)
    this.#refused.clear()
    this.#failures = 0
    this.#later(0)
  }

  /**
   * Sends what waits and resolves once the server has it: what is asked for next (accepting a risk, sharing) rests on what the
   * customer sees. Where it cannot be sent, the next call fails by itself.
   */
  async settled(): Promise<void> {
    while (this.#failures === 0 && (this.#isFlying || this.#waiting.size > 0)) {
      clearTimeout(this.#timer)
      if (!this.#isFlying) this.#flight = this.#save(false)
      await this.#flight
    }
  }

  /** The page may be gone in a moment: what is small enough leaves now, the rest is found in storage by the next one. */
  flush(): void {
    if (this.#isFlying || this.#waiting.size === 0) return
    const changes = [...this.#waiting.values()].slice(0, uploadLimits.filesPerProject)
    if (JSON.stringify(changes).length > keepaliveBytes) return
    clearTimeout(this.#timer)
    this.#flight = this.#save(true)
  }

  #put(edit: LineEdit): void {
    const { lineId } = edit
    this.#over.set(lineId, mergeEdit(this.#over.get(lineId), edit))
    this.#waiting.set(lineId, mergeEdit(this.#refused.get(lineId) ?? this.#waiting.get(lineId), edit))
    this.#refused.delete(lineId)
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (!this.#isFlying) this.#flight = this.#save(false)
    }, ms)
  }

  async #save(keepalive: boolean): Promise<void> {
    if (this.#isFlying || this.#waiting.size === 0) return

    this.#isFlying = true

    const changes = [...this.#waiting.values()].slice(0, uploadLimits.filesPerProject)
    for (const { lineId } of changes) this.#waiting.delete(lineId)
    this.#ports.changed()

    const unsent = new Set(changes)
    try {
      await this.#send(changes, keepalive, unsent)
      this.#failures = 0
      if (this.#waiting.size > 0) this.#later(debounceMs)
    } catch (error) {
      // What was changed since counts more than what did not get through.
      for (const edit of unsent) this.#waiting.set(edit.lineId, mergeEdit(edit, this.#waiting.get(edit.lineId) ?? edit))
      const seconds = retrySeconds[this.#failures++] ?? 60
      // Without a session every attempt would ask for a login: the next one is made when there is one.
      if (!(error instanceof ApiError && error.status === 401)) this.#later(1000 * seconds)
    } finally {
      this.#isFlying = false
      this.#store()
      this.#ports.changed()
    }
  }

  /** All or none, says the server: where one is refused, halves find it, and the others are saved. */
  async #send(changes: readonly LineEdit[], keepalive: boolean, unsent: Set<LineEdit>): Promise<void> {
    const [first] = changes
    if (!first) return

    try {
      await this.#ports.send(changes, { keepalive })
      for (const edit of changes) this.#settle(edit, unsent)
    } catch (error) {
      if (!isRefusal(error)) throw error

      if (changes.length > 1) {
        const half = Math.ceil(changes.length / 2)
        await this.#send(changes.slice(0, half), keepalive, unsent)
        await this.#send(changes.slice(half), keepalive, unsent)
        return
      }

      unsent.delete(first)

      if (error.status === 404) {
        this.#over.delete(first.lineId)
        this.#waiting.delete(first.lineId)
        this.#ports.gone(first.lineId)
      } else if (!this.#waiting.has(first.lineId)) this.#refused.set(first.lineId, first)
      else this.#waiting.set(first.lineId, mergeEdit(first, this.#waiting.get(first.lineId) ?? first))
    }
  }

  #settle(edit: LineEdit, unsent: Set<LineEdit>): void {
    unsent.delete(edit)
    const newer = this.#waiting.get(edit.lineId)
    if (newer) this.#over.set(edit.lineId, newer)
    else this.#over.delete(edit.lineId)
  }

  #store(): void {
    const { storage, storageKey } = this.#ports
    if (this.#over.size === 0) storage.remove(storageKey)
    else storage.set(storageKey, JSON.stringify([...this.#over.values()]))
  }

  #stored(): LineEdit[] {
    try {
      const edits: unknown = JSON.parse(this.#ports.storage.get(this.#ports.storageKey) ?? '[]')
      return Array.isArray(edits) ? edits.filter(isEdit) : []
    } catch {
      return []
    }
  }
}
