import type { RunInspections, RunView } from '@cotation/contracts'
import type { KeyValueStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { newId } from '#lib/new-id.ts'
import { createPhotoFiles, type PhotoFiles } from './photo-files.ts'
import { NotSentError, queueEntry, StoredQueue } from './stored-queue.ts'
import { either, number, oneOf, record, type Shaped, text } from './stored-shape.ts'
import { photosKey } from './stored-work.ts'

const photoSubject = either(
  record({ kind: oneOf('step'), stepId: text }),
  record({ kind: oneOf('inspection'), round: number }),
)

/** What a photo is about. */
export type PhotoSubject = Shaped<typeof photoSubject>

const queuedPhoto = record({ ...queueEntry, code: text, subject: photoSubject })

/** A photo without an answer of the server, or one that it refused. Its key is its id there. */
export type QueuedPhoto = Shaped<typeof queuedPhoto>

/** What the server returns for a photo: the run or the inspections, which now show it. */
export type PhotoAnswer = { run: RunView } | { inspections: RunInspections }

export type SendPhoto = (photo: QueuedPhoto, file: Blob) => Promise<PhotoAnswer>

/** A slow network may need minutes for some megabytes. */
const options = { quiet: true, timeoutMs: 120_000 }

const send: SendPhoto = async ({ key: photoId, code, subject }, upload) => {
  if (subject.kind === 'step')
    return staffApi(
      'POST /global/staff/production/step/{stepId}/photo/{photoId}',
      { params: { stepId: subject.stepId, photoId }, upload },
      options,
    )

  const inspections = await staffApi(
    'POST /global/staff/production/run/{code}/inspection/photo/{photoId}',
    { params: { code, photoId }, query: { round: subject.round }, upload },
    options,
  )
  return { inspections }
}

/** The refusal of a photo whose bytes the browser has lost. */
export const lostPhoto = 'photo-lost'

export const isOfSubject = (photo: QueuedPhoto, code: string, subject: PhotoSubject): boolean =>
  photo.code === code && JSON.stringify(photo.subject) === JSON.stringify(subject)

interface QueueOptions {
  storage?: KeyValueStorage
  files?: PhotoFiles
  send?: SendPhoto
  /** Whether something about the run must arrive first. */
  mustWait?: (photo: QueuedPhoto) => boolean
  /** Called with the answer to a photo that the server accepted. */
  onAnswer?: (code: string, answer: PhotoAnswer) => void
}

/** The photos of operators. They follow the reports, because a step that waits takes no photos. */
export class PhotoQueue extends StoredQueue<QueuedPhoto> {
  readonly files: PhotoFiles
  readonly #send: SendPhoto
  readonly #mustWait: (photo: QueuedPhoto) => boolean
  readonly #onAnswer: (code: string, answer: PhotoAnswer) => void
  #isTidy = false

  constructor(options: QueueOptions = {}) {
    super(photosKey, queuedPhoto, options.storage)
    this.files = options.files ?? createPhotoFiles()
    this.#send = options.send ?? send
    this.#mustWait = options.mustWait ?? (() => false)
    this.#onAnswer = options.onAnswer ?? (() => {})
  }

  /** Stores a photo; `flush` sends it. Bytes first: an entry without them could not be sent. */
  async add(memberId: string, code: string, subject: PhotoSubject, file: Blob): Promise<void> {
    const key = newId()
    await this.files.put(key, file)
    this.write([...this.read(), { key, memberId, code, subject, refusal: null }])
  }

  override discard(key: string): void {
    super.discard(key)
    void this.files.remove(key)
  }

  override async flush(memberId: string): Promise<void> {
    if (!this.#isTidy) {
      this.#isTidy = true
      await this.files.keepOnly(this.read().map(({ key }) => key))
    }
    await super.flush(memberId)
  }

  protected override canSend(photo: QueuedPhoto): boolean {
    return !this.#mustWait(photo)
  }

  async #read({ key }: QueuedPhoto): Promise<Blob | null> {
    try {
      return await this.files.get(key)
    } catch (cause) {
      throw new NotSentError('The photo cannot be read now.', { cause })
    }
  }

  protected async deliver(photo: QueuedPhoto): Promise<void> {
    const file = await this.#read(photo)
    if (!file) throw new ApiError({ code: 'NOT_FOUND', status: 404, message: lostPhoto })

    const answer = await this.#send(photo, file)
    this.#onAnswer(photo.code, answer)
    this.discard(photo.key)
  }
}
