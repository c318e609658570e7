import type { UploadView } from '@cotation/contracts'
import { ApiError } from '#lib/gateway/api-error.ts'
import type { Breakage, OpenTransfer, Transfer, TransferState } from '#lib/uploads/transfer.ts'
import type { StoredFiles } from './stored-files.ts'

export interface QueuePorts {
  open: OpenTransfer
  kept: StoredFiles
  /** Tells the server that all bytes were sent. */
  received(uploadId: string): Promise<UploadView>
}

/** What happens to an upload: its state moved, the server has it, or the server does not want it. */
export interface QueueListener {
  moved(uploadId: string): void
  arrived(uploadId: string, view: UploadView): void
  refused(uploadId: string): void
}

interface Item {
  uploadId: string
  file: File
  /** Files of one drop go together; a later drop waits behind them. */
  batch: number
  state: TransferState
  isKept: boolean
  /** The server may have some of it. */
  resumes: boolean
  transfer: Transfer | undefined
  /** Counts the attempts: what an earlier one still says is not heard. */
  run: number
  failures: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const mostAtOnce = 3
const progressEveryMs = 150
const retrySeconds = [2, 5, 15, 30, 60]
const elsewhereSeconds = 15

const active: ReadonlySet<TransferState['state']> = new Set(['sending'])

/** Sends the files of all open projects: three at once, drop by drop, the smallest of a drop first. */
export class UploadQueue {
  readonly #ports: QueuePorts
  readonly #items = new Map<string, Item>()
  readonly #listeners = new Set<QueueListener>()
  #batches = 0
  #keeping: Promise<void> = Promise.resolve()

  constructor(ports: QueuePorts) {
    this.#ports = ports
  }

  subscribe(listener: QueueListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  stateOf(uploadId: string): TransferState | undefined {
    return this.#items.get(uploadId)?.state
  }

  /** `resumes` where another page, or an earlier attempt, may have sent a part of them. */
  add(files: readonly { uploadId: string; file: File; isKept?: boolean; resumes?: boolean }[]): void {
    const batch = this.#batches++
    for (const { uploadId, file, isKept = false, resumes = false } of files) {
      const state: TransferState = { state: 'waiting', sentBytes: 0 }
      const item: Item = {
        uploadId,
        file,
        batch,
        state,
        isKept,
        resumes,
        transfer: undefined,
        run: 0,
        failures: 0,
        timer: undefined,
      }
      this.#items.set(uploadId, item)
      if (!isKept) this.#keep(item)
    }

    this.#startNext()
    for (const { uploadId } of files) this.#tell((listener) => listener.moved(uploadId))
  }

  pause(uploadId: string): void {
    const item = this.#items.get(uploadId)
    if (!item || item.state.state === 'telling') return
    this.#stop(item)
    this.#move(item, 'paused')
    this.#startNext()
  }

  /** Goes on with one that was paused or broke off. */
  resume(uploadId: string): void {
    const item = this.#items.get(uploadId)
    if (!item || active.has(item.state.state) || item.state.state === 'telling') return
    clearTimeout(item.timer)
    item.failures = 0
    this.#move(item, 'waiting')
    this.#startNext()
  }

  /** After the connection or the session came back; what the customer paused stays paused. */
  resumeBroken(): void {
    for (const { uploadId, state } of this.#items.values()) if (state.state === 'broken') this.resume(uploadId)
  }

  /** The line is gone, or its file is no part: the server forgets what it got. A kept file can say again why after a reload. */
  cancel(uploadId: string, { keepFile = false } = {}): void {
    const item = this.#items.get(uploadId)
    if (!item) return

    const { transfer } = item
    item.transfer = undefined
    this.#stop(item)
    void transfer?.terminate()
    this.#drop(item, keepFile)
    this.#tell((listener) => listener.moved(uploadId))
    this.#startNext()
  }

  /** Whether closing the page now would lose a file: one that is under way and that the browser has not kept. */
  wouldLose(): boolean {
    return [...this.#items.values()].some(({ isKept, state }) => !isKept && state.state !== 'telling')
  }

  #keep(item: Item): void {
    // One after the other: copying a gigabyte must not hold up the first file.
    this.#keeping = this.#keeping.then(async () => {
      if (this.#items.get(item.uploadId) !== item) return
      item.isKept = await this.#ports.kept.keep(item.uploadId, item.file)
      if (this.#items.get(item.uploadId) !== item) await this.#ports.kept.forget(item.uploadId)
    })
  }

  #startNext(): void {
    const all = [...this.#items.values()]
    let free = mostAtOnce - all.filter(({ state }) => active.has(state.state)).length
    const waiting = all
      .filter(({ state }) => state.state === 'waiting')
      .sort((a, b) => a.batch - b.batch || a.file.size - b.file.size)
    for (const item of waiting) if (free-- > 0) void this.#send(item)
  }

  async #send(item: Item): Promise<void> {
    const run = ++item.run
    const isCurrent = () => item.run === run && this.#items.get(item.uploadId) === item
    this.#move(item, 'sending')

    let told = 0
    const events = {
      progress: (sentBytes: number) => {
        if (!isCurrent()) return
        item.failures = 0
        const now = Date.now()
        item.state = { ...item.state, sentBytes }
        if (now - told < progressEveryMs) return
        told = now
        this.#tell((listener) => listener.moved(item.uploadId))
      },
      sent: () => void (isCurrent() && this.#report(item)),
      broken: (why: Breakage) => void (isCurrent() && this.#broken(item, why)),
    }
    try {
      const { file, uploadId, resumes } = item
      item.resumes = true
      const transfer = await this.#ports.open(file, { uploadId, resumes }, events)
      if (!isCurrent()) return transfer?.pause()
      if (transfer) item.transfer = transfer
      else this.#later(item, 'elsewhere', elsewhereSeconds)
    } catch {
      if (isCurrent()) this.#broken(item, 'connection')
    }
  }

  #broken(item: Item, why: Breakage): void {
    item.transfer = undefined
    if (why === 'connection') this.#later(item, 'broken', retrySeconds[item.failures++] ?? 60)
    else this.#move(item, 'broken')
    if (why === 'refused') this.#tell((listener) => listener.refused(item.uploadId))
    this.#startNext()
  }

  async #report(item: Item): Promise<void> {
    item.transfer = undefined
    item.state = { state: 'telling', sentBytes: item.file.size }
    this.#tell((listener) => listener.moved(item.uploadId))
    this.#startNext()

    try {
      const view = await this.#ports.received(item.uploadId)
      this.#drop(item)
      this.#tell((listener) => listener.arrived(item.uploadId, view))
    } catch (error) {
      if (this.#items.get(item.uploadId) !== item) return
      const code = error instanceof ApiError ? error.code : 'NETWORK'
      if (code === 'NOT_FOUND') this.#drop(item)
      else if (code === 'UNAUTHENTICATED') this.#move(item, 'broken')
      // The next attempt finds out by itself what is missing, and tells again.
      else this.#later(item, 'broken', retrySeconds[item.failures++] ?? 60)
    }
  }

  #later(item: Item, state: TransferState['state'], seconds: number): void {
    this.#move(item, state)
    clearTimeout(item.timer)
    item.timer = setTimeout(() => {
      if (this.#items.get(item.uploadId) !== item || item.state.state !== state) return
      this.#move(item, 'waiting')
      this.#startNext()
    }, 1000 * seconds)
  }

  #stop(item: Item): void {
    clearTimeout(item.timer)
    item.run++
    item.transfer?.pause()
    item.transfer = undefined
  }

  #drop(item: Item, keepFile = false): void {
    clearTimeout(item.timer)
    this.#items.delete(item.uploadId)
    if (!keepFile) void this.#ports.kept.forget(item.uploadId)
  }

  #move(item: Item, state: TransferState['state']): void {
    item.state = { ...item.state, state }
    this.#tell((listener) => listener.moved(item.uploadId))
  }

  #tell(what: (listener: QueueListener) => void): void {
    for (const listener of this.#listeners) what(listener)
  }
}
