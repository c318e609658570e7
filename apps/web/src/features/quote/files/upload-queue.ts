import type { UploadView } from '@cotation/contracts'
import type { Breakage, OpenTransfer, Transfer, TransferState } from '#lib/files/transfer.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import type { StoredFiles } from './stored-files.ts'

interface QueuePorts {
  open: OpenTransfer
  stored: StoredFiles
  /** Tells the server that all bytes were sent. */
  reportReceived(uploadId: string): Promise<UploadView>
}

interface QueueListener {
  /** State or progress changed. */
  changed(uploadId: string): void
  /** The server confirmed that it has the whole file. */
  received(uploadId: string, view: UploadView): void
  /** The server rejected the file. */
  refused(uploadId: string): void
}

interface Item {
  uploadId: string
  file: File
  /** Files dropped together form a batch; later batches wait. */
  batch: number
  state: TransferState
  isStored: boolean
  /** The server may already have some of the bytes. */
  resumes: boolean
  transfer: Transfer | undefined
  /** Incremented by every attempt, to ignore events of earlier ones. */
  attempt: number
  failures: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const maxParallel = 3
const progressIntervalMs = 150
const retrySeconds = [2, 5, 15, 30, 60]
const maxRetrySeconds = 60
/** Until the next try where the server has no room, as its Retry-After says: someone has to make room. */
const fullSeconds = 600
/** Until the next check whether another tab is still sending the file. */
const elsewhereSeconds = 15

/**
 * Uploads the files of all open projects: three at a time, batch by batch, smallest first within a
 * batch.
 */
export class UploadQueue {
  readonly #ports: QueuePorts
  readonly #items = new Map<string, Item>()
  readonly #listeners = new Set<QueueListener>()
  #batches = 0
  #storing: Promise<void> = Promise.resolve()

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

  /** Set `resumes` if another page or an earlier attempt may have sent some of the bytes. */
  add(files: readonly { uploadId: string; file: File; isStored?: boolean; resumes?: boolean }[]): void {
    const batch = this.#batches++

    for (const { uploadId, file, isStored = false, resumes = false } of files) {
      const item: Item = {
        uploadId,
        file,
        batch,
        state: { state: 'waiting', sentBytes: 0 },
        isStored,
        resumes,
        transfer: undefined,
        attempt: 0,
        failures: 0,
        timer: undefined,
      }
      this.#items.set(uploadId, item)
      if (!isStored) this.#storeFile(item)
    }

    this.#startNext()
    for (const { uploadId } of files) this.#notify((listener) => listener.changed(uploadId))
  }

  pause(uploadId: string): void {
    const item = this.#items.get(uploadId)
    if (!item || item.state.state === 'reporting') return

    this.#stop(item)
    this.#setState(item, 'paused')
    this.#startNext()
  }

  /** Continues a paused or interrupted upload. */
  resume(uploadId: string): void {
    const item = this.#items.get(uploadId)
    if (!item || item.state.state === 'sending' || item.state.state === 'reporting') return

    clearTimeout(item.timer)
    item.failures = 0
    this.#setState(item, 'waiting')
    this.#startNext()
  }

  /**
   * Called when the connection or the session is back. Uploads paused by the customer stay paused.
   */
  resumeBroken(): void {
    for (const { uploadId, state } of this.#items.values()) if (state.state === 'broken') this.resume(uploadId)
  }

  /**
   * Ends an upload, and the server deletes what it received. A kept file can be read again after a
   * reload.
   */
  cancel(uploadId: string, { keepsFile = false } = {}): void {
    const item = this.#items.get(uploadId)
    if (!item) return

    const { transfer } = item
    item.transfer = undefined
    this.#stop(item)
    void transfer?.terminate()

    this.#drop(item, keepsFile)
    this.#notify((listener) => listener.changed(uploadId))
    this.#startNext()
  }

  /**
   * Whether closing the page now would lose an unfinished file that the browser could not store.
   */
  wouldLoseFiles(): boolean {
    return [...this.#items.values()].some(({ isStored, state }) => !isStored && state.state !== 'reporting')
  }

  #isQueued(item: Item): boolean {
    return this.#items.get(item.uploadId) === item
  }

  #storeFile(item: Item): void {
    // One after the other: copying a gigabyte must not delay the first file.
    this.#storing = this.#storing.then(async () => {
      if (!this.#isQueued(item)) return
      item.isStored = await this.#ports.stored.save(item.uploadId, item.file)
      if (!this.#isQueued(item)) await this.#ports.stored.remove(item.uploadId)
    })
  }

  #startNext(): void {
    const all = [...this.#items.values()]
    const free = maxParallel - all.filter(({ state }) => state.state === 'sending').length
    const waiting = all
      .filter(({ state }) => state.state === 'waiting')
      .sort((a, b) => a.batch - b.batch || a.file.size - b.file.size)

    for (const item of waiting.slice(0, Math.max(free, 0))) void this.#send(item)
  }

  async #send(item: Item): Promise<void> {
    const attempt = ++item.attempt
    const isCurrent = () => item.attempt === attempt && this.#isQueued(item)
    this.#setState(item, 'sending')

    let notifiedAt = 0
    const events = {
      progress: (sentBytes: number) => {
        if (!isCurrent()) return
        item.failures = 0
        item.state = { ...item.state, sentBytes }

        const now = Date.now()
        if (now - notifiedAt < progressIntervalMs) return
        notifiedAt = now
        this.#notify((listener) => listener.changed(item.uploadId))
      },
      sent: () => void (isCurrent() && this.#report(item)),
      broken: (why: Breakage) => void (isCurrent() && this.#onBroken(item, why)),
    }

    try {
      const { file, uploadId, resumes } = item
      item.resumes = true
      const transfer = await this.#ports.open(file, { uploadId, resumes }, events)

      if (!isCurrent()) return transfer?.pause()
      if (transfer) item.transfer = transfer
      else this.#retryIn(elsewhereSeconds, item, 'elsewhere')
    } catch {
      if (isCurrent()) this.#onBroken(item, 'connection')
    }
  }

  #onBroken(item: Item, why: Breakage): void {
    item.transfer = undefined
    if (why === 'connection') this.#retryBroken(item)
    else if (why === 'full') this.#retryIn(fullSeconds, item, 'full')
    else this.#setState(item, 'broken')

    if (why === 'refused') this.#notify((listener) => listener.refused(item.uploadId))
    this.#startNext()
  }

  async #report(item: Item): Promise<void> {
    item.transfer = undefined
    item.state = { state: 'reporting', sentBytes: item.file.size }
    this.#notify((listener) => listener.changed(item.uploadId))
    this.#startNext()

    try {
      const view = await this.#ports.reportReceived(item.uploadId)
      this.#drop(item)
      this.#notify((listener) => listener.received(item.uploadId, view))
    } catch (error) {
      if (!this.#isQueued(item)) return
      const code = error instanceof ApiError ? error.code : 'NETWORK'
      if (code === 'NOT_FOUND') this.#drop(item)
      else if (code === 'UNAUTHENTICATED') this.#setState(item, 'broken')
      // The next attempt finds out which bytes are missing, and reports again.
      else this.#retryBroken(item)
    }
  }

  #retryBroken(item: Item): void {
    this.#retryIn(retrySeconds[item.failures++] ?? maxRetrySeconds, item, 'broken')
  }

  #retryIn(seconds: number, item: Item, state: TransferState['state']): void {
    this.#setState(item, state)
    clearTimeout(item.timer)
    item.timer = setTimeout(() => {
      if (!this.#isQueued(item) || item.state.state !== state) return
      this.#setState(item, 'waiting')
      this.#startNext()
    }, 1000 * seconds)
  }

  #stop(item: Item): void {
    clearTimeout(item.timer)
    item.attempt++
    item.transfer?.pause()
    item.transfer = undefined
  }

  #drop(item: Item, keepsFile = false): void {
    clearTimeout(item.timer)
    this.#items.delete(item.uploadId)
    if (!keepsFile) void this.#ports.stored.remove(item.uploadId)
  }

  #setState(item: Item, state: TransferState['state']): void {
    item.state = { ...item.state, state }
    this.#notify((listener) => listener.changed(item.uploadId))
  }

  #notify(call: (listener: QueueListener) => void): void {
    for (const listener of this.#listeners) call(listener)
  }
}
