import { uploadLimits } from '@cotation/domain'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { mergeEdit } from './line-edits.ts'
import type { LineEdit } from './work-line.ts'
import type { SaveState } from './workspace.ts'

interface AutosavePorts {
  /** Saves all of the edits or none, and applies the response. */
  send(edits: readonly LineEdit[], options: { keepalive: boolean }): Promise<void>
  /** The server no longer knows the line, or no longer lets it change. */
  onLineGone(lineId: string): void
  onChange(): void
  storage: KeyValueStorage
  storageKey: string
}

const debounceMs = 400
const retrySeconds = [2, 4, 8, 16, 32, 60]

/** Browsers limit all keepalive requests of a page to 64 KiB together. */
const keepaliveBytes = 60_000

const isEdit = (value: unknown): value is LineEdit =>
  typeof value === 'object' && value !== null && 'lineId' in value && typeof value.lineId === 'string'

/** The line was ordered, in another tab for example: it stays as it was ordered. */
const isOrdered = ({ code }: ApiError) => code === 'LINE_ORDERED'

/** Sending the same edit again would fail again. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && ([400, 404, 413, 422].includes(error.status) || isOrdered(error))

/**
 * Edits that the server has not saved yet: shown on top of its lines, saved after a pause, and
 * restored after a reload.
 */
export class Autosave {
  readonly #ports: AutosavePorts
  /**
   * All unsaved edits by line. Entries are replaced, never mutated, so an untouched line keeps its
   * object.
   */
  readonly #pending = new Map<string, LineEdit>()
  /** The pending edits that changed since they were last sent. */
  #unsent = new Map<string, LineEdit>()
  /** Refused by the server: sent again only after another edit or on request. */
  readonly #refused = new Map<string, LineEdit>()
  #isSaving = false
  #saving: Promise<void> = Promise.resolve()
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: AutosavePorts) {
    this.#ports = ports
    for (const edit of this.#readStorage()) this.#put(edit)
    if (this.#unsent.size > 0) this.#saveIn(0)
  }

  pendingEdit(lineId: string): LineEdit | undefined {
    return this.#pending.get(lineId)
  }

  get state(): SaveState {
    if (this.#failures > 0 || this.#refused.size > 0) return 'failed'
    return this.#isSaving || this.#unsent.size > 0 ? 'saving' : 'saved'
  }

  add(edits: readonly LineEdit[]): void {
    for (const edit of edits) this.#put(edit)
    this.#writeStorage()
    if (this.#failures === 0) this.#saveIn(debounceMs)
  }

  /** Retries at once instead of waiting for the next scheduled attempt. */
  retry(): void {
    for (const edit of this.#refused.values()) this.#unsent.set(edit.lineId, edit)
    this.#refused.clear()
    this.#failures = 0
    this.#saveIn(0)
  }

  /**
   * Saves now and resolves once the server has everything. Called before requests that depend on
   * what the customer sees, such as accepting a risk or sharing. If saving fails it resolves too:
   * the request that follows will fail by itself.
   */
  async whenSaved(): Promise<void> {
    while (this.#failures === 0 && (this.#isSaving || this.#unsent.size > 0)) {
      clearTimeout(this.#timer)
      if (!this.#isSaving) this.#saving = this.#save(false)
      await this.#saving
    }
  }

  /**
   * Called when the page may close: sends what fits into a keepalive request. The rest is in
   * storage for the next page.
   */
  flush(): void {
    if (this.#isSaving || this.#unsent.size === 0) return

    const edits = this.#nextBatch()
    if (JSON.stringify(edits).length > keepaliveBytes) return

    clearTimeout(this.#timer)
    this.#saving = this.#save(true)
  }

  #put(edit: LineEdit): void {
    const { lineId } = edit
    this.#pending.set(lineId, mergeEdit(this.#pending.get(lineId), edit))
    this.#unsent.set(lineId, mergeEdit(this.#refused.get(lineId) ?? this.#unsent.get(lineId), edit))
    this.#refused.delete(lineId)
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (!this.#isSaving) this.#saving = this.#save(false)
    }, ms)
  }

  #nextBatch(): LineEdit[] {
    return [...this.#unsent.values()].slice(0, uploadLimits.filesPerProject)
  }

  async #save(keepalive: boolean): Promise<void> {
    if (this.#isSaving || this.#unsent.size === 0) return

    this.#isSaving = true

    const edits = this.#nextBatch()
    for (const { lineId } of edits) this.#unsent.delete(lineId)
    this.#ports.onChange()

    const unsaved = new Set(edits)
    try {
      await this.#send(edits, keepalive, unsaved)
      this.#failures = 0
      if (this.#unsent.size > 0) this.#saveIn(debounceMs)
    } catch (error) {
      // Edits made in the meantime take precedence over those that failed.
      for (const edit of unsaved) this.#unsent.set(edit.lineId, mergeEdit(edit, this.#unsent.get(edit.lineId) ?? edit))

      const seconds = retrySeconds[this.#failures++] ?? 60
      // Without a session every attempt would open the login dialog: the next one follows a login.
      if (!(error instanceof ApiError && error.status === 401)) this.#saveIn(1000 * seconds)
    } finally {
      this.#isSaving = false
      this.#writeStorage()
      this.#ports.onChange()
    }
  }

  /**
   * The server saves all edits or none: bisects a refused batch to isolate the refused edit and
   * save the others.
   */
  async #send(edits: readonly LineEdit[], keepalive: boolean, unsaved: Set<LineEdit>): Promise<void> {
    const [first] = edits
    if (!first) return

    try {
      await this.#ports.send(edits, { keepalive })
      for (const edit of edits) this.#markSaved(edit, unsaved)
    } catch (error) {
      if (!isRefusal(error)) throw error

      if (edits.length > 1) {
        const half = Math.ceil(edits.length / 2)
        await this.#send(edits.slice(0, half), keepalive, unsaved)
        await this.#send(edits.slice(half), keepalive, unsaved)
        return
      }

      unsaved.delete(first)
      this.#handleRefusal(first, error)
    }
  }

  #handleRefusal(edit: LineEdit, error: ApiError): void {
    const { lineId } = edit
    if (error.status === 404 || isOrdered(error)) {
      this.#pending.delete(lineId)
      this.#unsent.delete(lineId)
      this.#ports.onLineGone(lineId)
      return
    }

    const newer = this.#unsent.get(lineId)
    if (newer) this.#unsent.set(lineId, mergeEdit(edit, newer))
    else this.#refused.set(lineId, edit)
  }

  #markSaved(edit: LineEdit, unsaved: Set<LineEdit>): void {
    unsaved.delete(edit)
    const newer = this.#unsent.get(edit.lineId)
    if (newer) this.#pending.set(edit.lineId, newer)
    else this.#pending.delete(edit.lineId)
  }

  #writeStorage(): void {
    const { storage, storageKey } = this.#ports
    if (this.#pending.size === 0) storage.remove(storageKey)
    else storage.set(storageKey, JSON.stringify([...this.#pending.values()]))
  }

  #readStorage(): LineEdit[] {
    try {
      const edits: unknown = JSON.parse(this.#ports.storage.get(this.#ports.storageKey) ?? '[]')
      return Array.isArray(edits) ? edits.filter(isEdit) : []
    } catch {
      return []
    }
  }
}
