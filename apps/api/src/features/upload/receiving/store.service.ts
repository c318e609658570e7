import { createHash } from 'node:crypto'
import type { Refusal } from '@cotation/geometry'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { requestAnalysis } from '#features/upload/analysis/analysis.service.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import {
  claimContent,
  findUpload,
  lockUpload,
  setState,
  type UploadRow,
} from '#features/upload/records/upload.repository.ts'
import { enqueueFileAnalysed } from '#features/upload/records/upload.service.ts'
import { FileEnds } from './attachment-kind.ts'

type StoreDeps = Pick<Deps, 'clock' | 'db' | 'files' | 'jobs' | 'storageRoom' | 'uploads'>

/**
 * Moves a received upload to the file store, under its hash, and requests the analysis. Safe to
 * retry after any crash: the state is set last, and the received bytes are removed after that.
 */
export async function storeUpload(deps: StoreDeps, uploadId: string): Promise<void> {
  const upload = await findUpload(deps.db, uploadId)
  if (upload?.state === 'uploading') return
  if (upload?.state === 'received') await moveToStore(deps, upload)
  await deps.uploads.remove(uploadId)
}

async function moveToStore(deps: StoreDeps, upload: UploadRow): Promise<void> {
  const { id } = upload
  // A retry knows the hash already and does not read the whole file again.
  const sha256 = upload.sha256 ?? (await claim(deps, upload))
  if (sha256 === null) return

  const isStored = await putOnce(deps, upload, sha256)
  await settle(deps, id, (trx) => {
    if (!isStored) return finish(deps, trx, id, { code: 'truncated' })
    return upload.purpose === 'part' ? requestAnalysis(deps, trx, id) : finish(deps, trx, id)
  })
}

/**
 * Computes the hash and registers the content; null if the file is refused or the upload removed. A
 * part file of an unknown format is still stored, because an expert may be asked about it.
 */
async function claim(deps: StoreDeps, upload: UploadRow): Promise<string | null> {
  const { id } = upload
  const ends = upload.purpose === 'attachment' ? new FileEnds() : null
  const seen = await digestOf(deps, id, ends)
  const code = seen?.bytes === Number(upload.bytes) ? (ends?.refusal ?? null) : 'truncated'

  if (!seen || code) {
    await settle(deps, id, (trx) => finish(deps, trx, id, code && { code }))
    return null
  }

  const isClaimed = await settle(deps, id, (trx) => claimContent(trx, id, seen, deps.clock()))
  return isClaimed ? seen.sha256 : null
}

async function digestOf({ uploads }: Pick<Deps, 'uploads'>, uploadId: string, ends: FileEnds | null) {
  const body = await uploads.read(uploadId)
  if (!body) return null

  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    ends?.add(chunk)
  }

  return { sha256: hash.digest('hex'), bytes }
}

/** Stores equal content once, and expired content again. False if there are no bytes. */
async function putOnce({ files, storageRoom, uploads }: StoreDeps, { id, bytes }: UploadRow, sha256: string) {
  const kept = await files.get(partKey(sha256))
  kept?.body.destroy()
  if (kept) return true

  await storageRoom.assertRoomToStore(Number(bytes))
  const body = await uploads.read(id)
  if (!body) return false

  await files.put(partKey(sha256), body, { contentType: 'application/octet-stream', sha256 })
  return true
}

/** Changes the upload if it still waits for this job; false if it was removed or settled. */
async function settle({ db }: Pick<Deps, 'db'>, uploadId: string, change: (trx: Trx) => Promise<void>) {
  return db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, uploadId)
    if (upload?.state !== 'received') return false
    await change(trx)
    return true
  })
}

/** Sets the final state and settles the lines that wait for the upload. */
async function finish(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  uploadId: string,
  refusal: Refusal | null = null,
): Promise<void> {
  await setState(trx, uploadId, refusal ? 'failed' : 'done', refusal)
  await enqueueFileAnalysed(deps, trx, uploadId)
}
