import type { ProjectView, UploadView } from '@cotation/contracts'
import { uploadLimits } from '@cotation/domain'
import { foreignKinds, type LengthUnit, type RefusalCode } from '@cotation/geometry'
import { checkFiles } from '#features/quote/files/check-files.ts'
import type { StoredFiles } from '#features/quote/files/stored-files.ts'
import type { UploadQueue } from '#features/quote/files/upload-queue.ts'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { announcedName } from '#lib/uploads/announced-name.ts'
import type { TransferState } from '#lib/uploads/transfer.ts'
import type { Notices } from './file-notices.ts'
import { Reading, type ReadingState } from './reading.ts'
import type { ChangedLines } from './server-copy.ts'

export interface FilePorts {
  queue: UploadQueue
  kept: StoredFiles
}

/** What the desk asks of the project it works for. */
interface Host {
  projectId: string
  project: ProjectView | undefined
  notices: Notices
  poller: { now(): Promise<void> }
  takeLines(changed: ChangedLines): void
  changed(): void
}

const foreign: ReadonlySet<RefusalCode> = new Set(foreignKinds)

/** Meshes to look at that stay in memory after the server has them too. */
const mostMeshes = 12

/** As long as the offer to take a removed line back is on the screen, and some more. */
const partingMs = 60_000

/** The files of a project that are on their way: read here, sent, kept over a reload, given up. */
export class ProjectFiles {
  readonly #host: Host
  readonly #ports: FilePorts
  readonly #readings = new Map<string, Reading>()
  /** Of uploads that nobody sends here: still looked for, or lost. */
  readonly #strays = new Map<string, TransferState>()

  #announcing = 0
  readonly #partings = new Map<string, ReturnType<typeof setTimeout>>()

  constructor(host: Host, ports: FilePorts) {
    this.#host = host
    this.#ports = ports

    const isOurs = (uploadId: string) => this.#uploads().some(({ upload }) => upload.id === uploadId)
    ports.queue.subscribe({
      moved: (uploadId) => void (isOurs(uploadId) && host.changed()),
      arrived: (uploadId) => void (isOurs(uploadId) && host.poller.now()),
      refused: (uploadId) => {
        const line = host.project?.lines.find(({ upload }) => upload.id === uploadId)
        if (line) host.notices.tell({ kind: 'uploadFailed', name: line.upload.name, lineId: line.id })
      },
    })
  }

  stateOf(uploadId: string): { reading: ReadingState | undefined; transfer: TransferState | undefined } {
    const transfer = this.#ports.queue.stateOf(uploadId) ?? this.#strays.get(uploadId)
    return { reading: this.#readings.get(uploadId)?.state, transfer }
  }

  /** Announces files that are read already, and sends them. What a project has no room for is refused by name. */
  async add(files: readonly File[]): Promise<void> {
    const lines = this.#host.project?.lines.length ?? 0
    const { taken, refused } = checkFiles(files, uploadLimits.filesPerProject - lines)
    if (refused.length > 0) this.#host.notices.tell({ kind: 'refused', files: refused })
    await this.announce(taken.map((file) => new Reading(file)))
  }

  /** Files whose lines are on their way from the server. */
  get announcing(): number {
    return this.#announcing
  }

  async announce(readings: readonly Reading[]): Promise<void> {
    if (readings.length === 0) return

    this.#announcing += readings.length

    const { projectId, notices } = this.#host
    const files = readings.map(({ file }) => ({ name: announcedName(file.name), bytes: file.size }))
    const before = new Set(this.#host.project?.lines.map(({ id }) => id))
    try {
      const input = { params: { projectId }, body: { files } }
      const changed = await api('POST /global/project/{projectId}/lines', input, { quiet: true })
      this.#adopt(changed, readings, before)
    } catch (error) {
      const message = error instanceof ApiError ? error.message : ''
      const retry = () => void this.announce(readings)
      notices.tell({ kind: 'notAdded', names: files.map(({ name }) => name), message, retry })
    } finally {
      this.#announcing -= readings.length
      this.#host.changed()
    }
  }

  /**
   * The new lines of an answer and the files that they were announced for, in the order they were named. New is what was not there
   * when they were announced: another answer may have brought the same lines meanwhile.
   */
  #adopt(changed: ChangedLines, readings: readonly Reading[], before: ReadonlySet<string>): void {
    const fresh = changed.lines.filter(({ id }) => !before.has(id)).sort((a, b) => a.position - b.position)
    const pairs = fresh.flatMap(({ upload }, at) => {
      const reading = readings[at]
      return reading ? [{ uploadId: upload.id, reading }] : []
    })
    this.#ports.queue.add(pairs.map(({ uploadId, reading }) => ({ uploadId, file: reading.file })))
    for (const { uploadId, reading } of pairs) this.#follow(uploadId, reading)
    this.#host.takeLines(changed)
  }

  /** Sends a file for an upload that exists: one that replaces another, one that broke off, a drawing. */
  send(uploadId: string, file: File, { isPart = true, isKept = false, resumes = false } = {}): void {
    this.#strays.delete(uploadId)
    this.#ports.queue.add([{ uploadId, file, isKept, resumes }])
    if (isPart) this.#follow(uploadId, new Reading(file))
  }

  readIn(uploadId: string, unit: LengthUnit): void {
    this.#readings.get(uploadId)?.readIn(unit)
  }

  pause(uploadId: string): void {
    this.#ports.queue.pause(uploadId)
  }

  /** False where the file is not here any more. */
  resume(uploadId: string): boolean {
    if (this.#ports.queue.stateOf(uploadId)) this.#ports.queue.resume(uploadId)
    else {
      const reading = this.#readings.get(uploadId)
      if (!reading) return false
      this.#ports.queue.add([{ uploadId, file: reading.file, resumes: true }])
    }
    return true
  }

  resumeBroken(): void {
    this.#ports.queue.resumeBroken()
  }

  /** The server is to forget what it got of them. */
  cancel(uploadId: string): void {
    clearTimeout(this.#partings.get(uploadId))
    this.#partings.delete(uploadId)
    this.#ports.queue.cancel(uploadId)
  }

  /** Stops sending for lines that were removed; what was sent goes when nobody has taken them back for a while. */
  part(uploadIds: readonly string[]): void {
    for (const uploadId of uploadIds) {
      if (!this.#ports.queue.stateOf(uploadId)) continue
      this.#ports.queue.pause(uploadId)
      this.#partings.set(
        uploadId,
        setTimeout(() => this.cancel(uploadId), partingMs),
      )
    }
  }

  /** The file of a line that was taken back, where it is still here and the server has already forgotten it. */
  takeBack(uploadId: string): File | undefined {
    clearTimeout(this.#partings.get(uploadId))
    this.#partings.delete(uploadId)
    const isHere = this.#ports.queue.stateOf(uploadId) && this.resume(uploadId)
    return isHere ? undefined : this.#readings.get(uploadId)?.file
  }

  /** After every answer: finds the files of a page that was reloaded, and lets go what the server has. */
  settle(before: ProjectView | undefined): void {
    const isUnknown = this.#uploads().some(({ upload }) => this.#isStray(upload) && !this.#strays.has(upload.id))
    if (!before || isUnknown) void this.#lookForStrays()
    this.#tellOfSplits(before)
    const done = this.#uploads().filter(({ upload }) => upload.state === 'done')
    const readings = done.flatMap(({ upload }) => this.#readings.get(upload.id) ?? [])
    for (const reading of [...new Set(readings)].slice(0, -mostMeshes)) reading.shed()
  }

  #uploads(): { upload: UploadView; isPart: boolean }[] {
    const lines = this.#host.project?.lines ?? []
    return lines.flatMap(({ upload, attachments }) => [
      { upload, isPart: true },
      ...attachments.map((attachment) => ({ upload: attachment, isPart: false })),
    ])
  }

  /** One that nobody here sends: the page was reloaded, or another browser began it. What is just announced may be our own. */
  #isStray({ id, state }: UploadView): boolean {
    if (this.#announcing > 0) return false
    return state === 'uploading' && !this.#ports.queue.stateOf(id) && !this.#readings.has(id)
  }

  async #lookForStrays(): Promise<void> {
    const all = this.#uploads()
    for (const { upload } of all) {
      if (this.#isStray(upload) && !this.#strays.has(upload.id))
        this.#strays.set(upload.id, { state: 'looking', sentBytes: 0 })
    }

    const kept = new Set(await this.#ports.kept.ids())
    for (const { upload, isPart } of all) {
      const file = kept.has(upload.id) ? await this.#ports.kept.find(upload.id) : undefined
      if (file && upload.refusal?.code === 'cancelled' && isPart) this.#tellAgain(upload.id, file)
      else if (file && upload.state !== 'uploading') await this.#ports.kept.forget(upload.id)
      if (!this.#isStray(upload)) continue
      if (file) this.send(upload.id, file, { isPart, isKept: true, resumes: true })
      else this.#strays.set(upload.id, { state: 'lost', sentBytes: 0 })
    }

    this.#host.changed()
  }

  /** A file that was no part: read once more, it says what it is. */
  #tellAgain(uploadId: string, file: File): void {
    if (!this.#readings.has(uploadId)) this.#follow(uploadId, new Reading(file))
  }

  #follow(uploadId: string, reading: Reading): void {
    this.#readings.get(uploadId)?.stop()
    this.#readings.set(uploadId, reading)

    const onNews = () => {
      const { refusal } = reading.state.figures
      // No need to send on what cannot be a part, and the customer is told at once.
      const isForeign = refusal !== undefined && foreign.has(refusal.code)
      if (isForeign) this.#ports.queue.cancel(uploadId, { keepFile: true })
      this.#host.changed()
    }
    reading.follow(onNews)
    onNews()
  }

  #tellOfSplits(before: ProjectView | undefined): void {
    const unsplit = new Set(before?.lines.filter(({ body }) => !body).map(({ upload }) => upload.id))
    const byUpload = Map.groupBy(this.#host.project?.lines ?? [], ({ upload }) => upload.id)
    for (const [uploadId, lines] of byUpload) {
      if (!unsplit.has(uploadId) || lines.length < 2) continue
      const total = lines.reduce((sum, { body }) => sum + (body?.perFile ?? 1), 0)
      this.#host.notices.tell({ kind: 'split', name: lines[0]?.upload.name ?? '', distinct: lines.length, total })
    }
  }
}
