import type { LineView, ProjectView, UploadView } from '@cotation/contracts'
import { uploadLimits } from '@cotation/domain'
import { foreignKinds, type LengthUnit, type RefusalCode } from '@cotation/geometry'
import { checkFiles } from '#features/quote/files/check-files.ts'
import { contentKey } from '#features/quote/files/content-key.ts'
import type { StoredFiles } from '#features/quote/files/stored-files.ts'
import type { UploadQueue } from '#features/quote/files/upload-queue.ts'
import { announcedName } from '#lib/files/announced-name.ts'
import type { TransferState } from '#lib/files/transfer.ts'
import { api, apiFile } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import type { FileNotices } from './file-notices.ts'
import { Reading, type ReadingState } from './reading.ts'
import type { ChangedLines } from './server-copy.ts'

export interface FilePorts {
  queue: UploadQueue
  stored: StoredFiles
}

/** The project that the files belong to. */
interface Host {
  projectId: string
  project: ProjectView | undefined
  notices: FileNotices
  poller: { again(): Promise<void> }
  takeLines(changed: ChangedLines): void
  changed(): void
}

const foreign: ReadonlySet<RefusalCode> = new Set(foreignKinds)

/** Display meshes that stay in memory after the server has them too. */
const maxMeshes = 12

/** Larger files that only the server has are not fetched to be compared with a new one. */
const maxComparedBytes = 64 * 1024 * 1024

/** A removed line that is restored within this time need not send its file again. */
const removalDelayMs = 60_000

/**
 * Undefined on a page without TLS, which has no digests: a file that cannot be compared is added
 * like any other.
 */
const keyOf = (file: File): Promise<string | undefined> => contentKey(file).catch(() => undefined)

/** The files whose quantity can be raised: usable ones with no line that is already ordered. */
function raisableUploads(lines: readonly LineView[]): UploadView[] {
  const uploads = new Map(lines.map(({ upload }) => [upload.id, upload]))
  for (const { upload, order } of lines) {
    if (order || upload.state === 'failed') uploads.delete(upload.id)
  }

  return [...uploads.values()]
}

/**
 * The files of a project: reads them in the browser, uploads them, and finds them again after a
 * reload.
 */
export class ProjectFiles {
  readonly #host: Host
  readonly #ports: FilePorts
  readonly #readings = new Map<string, Reading>()
  /**
   * States of unfinished uploads that are not in the queue: searched in the browser's database, or
   * lost.
   */
  readonly #orphans = new Map<string, TransferState>()

  /** Keys of the contents that were compared; undefined if the content is not available. */
  readonly #contentKeys = new Map<string, Promise<string | undefined>>()

  #announcing = 0
  readonly #removals = new Map<string, ReturnType<typeof setTimeout>>()

  constructor(host: Host, ports: FilePorts) {
    this.#host = host
    this.#ports = ports

    const isOurs = (uploadId: string) => this.#uploads().some(({ upload }) => upload.id === uploadId)
    ports.queue.subscribe({
      changed: (uploadId) => void (isOurs(uploadId) && host.changed()),
      received: (uploadId) => void (isOurs(uploadId) && host.poller.again()),
      refused: (uploadId) => {
        const line = host.project?.lines.find(({ upload }) => upload.id === uploadId)
        if (line) host.notices.add({ kind: 'uploadFailed', name: line.upload.name, lineId: line.id })
      },
    })
  }

  stateOf(uploadId: string): { reading: ReadingState | undefined; transfer: TransferState | undefined } {
    const transfer = this.#ports.queue.stateOf(uploadId) ?? this.#orphans.get(uploadId)
    return { reading: this.#readings.get(uploadId)?.state, transfer }
  }

  /** The file of an upload, while this browser has it. */
  fileOf(uploadId: string): File | undefined {
    return this.#readings.get(uploadId)?.file
  }

  /** Adds files as new lines. Files beyond the limits are refused by name. */
  async add(files: readonly File[]): Promise<void> {
    const room = uploadLimits.filesPerProject - (this.#host.project?.lines.length ?? 0)
    const { taken, refused } = checkFiles(files, room)
    if (refused.length > 0) this.#host.notices.add({ kind: 'refused', files: refused })

    await this.addReadings(taken.map((file) => new Reading(file)))
  }

  /**
   * Adds files that are already being read. The customer decides about files whose bytes the project
   * has, or that were dropped twice.
   */
  async addReadings(readings: readonly Reading[]): Promise<void> {
    const sizes = new Set(raisableUploads(this.#host.project?.lines ?? []).map(({ bytes }) => bytes))
    const unlike: Reading[] = []
    const suspected: Reading[] = []
    for (const reading of readings) {
      const { size } = reading.file
      if (sizes.has(size)) suspected.push(reading)
      else unlike.push(reading)
      sizes.add(size)
    }

    // Only files of a known size are compared: the others must not wait for it.
    await this.announce(unlike)

    const others: Reading[] = []
    for (const reading of suspected) {
      const known = await this.#findSame(reading.file)
      const isCopy = known === undefined && (await this.#isAmong(reading.file, others))
      // The first copy needs its line before the customer can be asked about the second.
      if (isCopy) await this.announce(others.splice(0))

      const original = isCopy ? await this.#findSame(reading.file) : known
      if (original) this.#askAboutSame(reading, original)
      else others.push(reading)
    }
    await this.announce(others)
  }

  #askAboutSame(reading: Reading, { id: uploadId }: UploadView): void {
    const addLine = () => void this.announce([reading])
    this.#host.notices.add({ kind: 'sameFile', name: reading.file.name, uploadId, addLine })
  }

  /** The upload of the project with the bytes of a file. */
  async #findSame(file: File): Promise<UploadView | undefined> {
    const candidates = raisableUploads(this.#host.project?.lines ?? []).filter(({ bytes }) => bytes === file.size)
    const key = candidates.length > 0 ? await keyOf(file) : undefined
    if (key === undefined) return undefined

    for (const upload of candidates) {
      if ((await this.#contentKeyOf(upload)) === key) return upload
    }

    return undefined
  }

  async #isAmong(file: File, readings: readonly Reading[]): Promise<boolean> {
    const key = await keyOf(file)
    for (const reading of readings) {
      const isSameSize = reading.file.size === file.size
      if (isSameSize && key !== undefined && (await keyOf(reading.file)) === key) return true
    }

    return false
  }

  #contentKeyOf(upload: UploadView): Promise<string | undefined> {
    const known = this.#contentKeys.get(upload.id)
    if (known) return known

    const key = this.#contentOf(upload)
      .then((content) => content && contentKey(content))
      .catch(() => undefined)
    this.#contentKeys.set(upload.id, key)
    // A file that is not stored yet, or a lost connection, may be there the next time.
    void key.then((found) => found === undefined && this.#contentKeys.delete(upload.id))

    return key
  }

  /** The bytes of an upload: this browser's own, else the server's. */
  async #contentOf({ id: uploadId, state, bytes }: UploadView): Promise<Blob | undefined> {
    const reading = this.#readings.get(uploadId)
    if (reading) return reading.file
    if (state !== 'done' || bytes > maxComparedBytes) return undefined

    return apiFile('GET /global/upload/{uploadId}/content', { params: { uploadId } }, { quiet: true })
  }

  /** The number of files whose lines are being created. */
  get announcing(): number {
    return this.#announcing
  }

  /** Creates lines for files that are already being read, and uploads them. */
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
      notices.add({ kind: 'notAdded', names: files.map(({ name }) => name), message, retry })
    } finally {
      this.#announcing -= readings.length
      this.#host.changed()
    }
  }

  /**
   * Matches new lines with their files by position. Compared with the lines before the request:
   * another response may have brought the new lines in the meantime.
   */
  #adopt(changed: ChangedLines, readings: readonly Reading[], before: ReadonlySet<string>): void {
    const added = changed.lines.filter(({ id }) => !before.has(id)).sort((a, b) => a.position - b.position)
    const pairs = added.flatMap(({ upload }, at) => {
      const reading = readings[at]
      return reading ? [{ uploadId: upload.id, reading }] : []
    })

    this.#ports.queue.add(pairs.map(({ uploadId, reading }) => ({ uploadId, file: reading.file })))
    for (const { uploadId, reading } of pairs) this.#follow(uploadId, reading)
    this.#host.takeLines(changed)
  }

  /** Uploads a file for an existing upload: a replacement, an interrupted file, or a drawing. */
  send(uploadId: string, file: File, { isPart = true, isStored = false, resumes = false } = {}): void {
    this.#orphans.delete(uploadId)
    this.#ports.queue.add([{ uploadId, file, isStored, resumes }])
    if (isPart) this.#follow(uploadId, new Reading(file))
  }

  readIn(uploadId: string, unit: LengthUnit): void {
    this.#readings.get(uploadId)?.readIn(unit)
  }

  pause(uploadId: string): void {
    this.#ports.queue.pause(uploadId)
  }

  /** Returns false if the browser no longer has the file. */
  resume(uploadId: string): boolean {
    if (this.#ports.queue.stateOf(uploadId)) {
      this.#ports.queue.resume(uploadId)
      return true
    }

    const reading = this.#readings.get(uploadId)
    if (!reading) return false

    this.#ports.queue.add([{ uploadId, file: reading.file, resumes: true }])
    return true
  }

  resumeBroken(): void {
    this.#ports.queue.resumeBroken()
  }

  /** Ends the upload, and the server deletes what it received. */
  cancel(uploadId: string): void {
    clearTimeout(this.#removals.get(uploadId))
    this.#removals.delete(uploadId)
    this.#ports.queue.cancel(uploadId)
  }

  /**
   * Pauses the uploads of removed lines, and cancels them unless the lines are restored within a
   * minute.
   */
  cancelLater(uploadIds: readonly string[]): void {
    for (const uploadId of uploadIds) {
      if (!this.#ports.queue.stateOf(uploadId)) continue
      this.#ports.queue.pause(uploadId)
      this.#removals.set(
        uploadId,
        setTimeout(() => this.cancel(uploadId), removalDelayMs),
      )
    }
  }

  /**
   * Resumes the upload of a restored line; returns its file if the upload must start again from
   * zero.
   */
  restore(uploadId: string): File | undefined {
    clearTimeout(this.#removals.get(uploadId))
    this.#removals.delete(uploadId)

    const isResumed = this.#ports.queue.stateOf(uploadId) && this.resume(uploadId)
    return isResumed ? undefined : this.#readings.get(uploadId)?.file
  }

  /**
   * Called after every response: finds files of interrupted uploads, and frees what the server has.
   */
  onProject(before: ProjectView | undefined): void {
    const hasNewOrphan = this.#uploads().some(({ upload }) => this.#isOrphan(upload) && !this.#orphans.has(upload.id))
    if (!before || hasNewOrphan) void this.#findOrphans()

    this.#reportSplits(before)

    const done = this.#uploads().filter(({ upload }) => upload.state === 'done')
    const readings = done.flatMap(({ upload }) => this.#readings.get(upload.id) ?? [])
    for (const reading of [...new Set(readings)].slice(0, -maxMeshes)) reading.freeMeshes()
  }

  #uploads(): { upload: UploadView; isPart: boolean }[] {
    const lines = this.#host.project?.lines ?? []
    return lines.flatMap(({ upload, attachments }) => [
      { upload, isPart: true },
      ...attachments.map((attachment) => ({ upload: attachment, isPart: false })),
    ])
  }

  /**
   * An unfinished upload that this page does not send: the page was reloaded, or another browser
   * started it. Uploads that have just been announced are not orphans yet.
   */
  #isOrphan({ id, state }: UploadView): boolean {
    if (this.#announcing > 0) return false
    return state === 'uploading' && !this.#ports.queue.stateOf(id) && !this.#readings.has(id)
  }

  async #findOrphans(): Promise<void> {
    const all = this.#uploads()
    for (const { upload } of all) {
      if (this.#isOrphan(upload) && !this.#orphans.has(upload.id))
        this.#orphans.set(upload.id, { state: 'looking', sentBytes: 0 })
    }

    const storedIds = new Set(await this.#ports.stored.listIds())
    for (const { upload, isPart } of all) {
      const file = storedIds.has(upload.id) ? await this.#ports.stored.find(upload.id) : undefined

      // A cancelled file was not a part: reading it again tells what it is.
      if (file && upload.refusal?.code === 'cancelled' && isPart) this.#readAgain(upload.id, file)
      else if (file && upload.state !== 'uploading') await this.#ports.stored.remove(upload.id)

      if (!this.#isOrphan(upload)) continue
      if (file) this.send(upload.id, file, { isPart, isStored: true, resumes: true })
      else this.#orphans.set(upload.id, { state: 'lost', sentBytes: 0 })
    }

    this.#host.changed()
  }

  #readAgain(uploadId: string, file: File): void {
    if (!this.#readings.has(uploadId)) this.#follow(uploadId, new Reading(file))
  }

  #follow(uploadId: string, reading: Reading): void {
    this.#readings.get(uploadId)?.stop()
    this.#readings.set(uploadId, reading)

    const onChange = () => {
      const { refusal } = reading.state.figures
      // Uploading a file that cannot be a part is pointless; the customer sees the reason at once.
      const isForeign = refusal !== undefined && foreign.has(refusal.code)
      if (isForeign) this.#ports.queue.cancel(uploadId, { keepsFile: true })
      this.#host.changed()
    }
    reading.subscribe(onChange)
    onChange()
  }

  /** Notifies the customer of files that the server has split into several lines. */
  #reportSplits(before: ProjectView | undefined): void {
    const unsplit = new Set(before?.lines.filter(({ body }) => !body).map(({ upload }) => upload.id))
    const byUpload = Map.groupBy(this.#host.project?.lines ?? [], ({ upload }) => upload.id)

    for (const [uploadId, lines] of byUpload) {
      if (!unsplit.has(uploadId) || lines.length < 2) continue
      const total = lines.reduce((sum, { body }) => sum + (body?.perFile ?? 1), 0)
      this.#host.notices.add({ kind: 'split', name: lines[0]?.upload.name ?? '', distinct: lines.length, total })
    }
  }
}
