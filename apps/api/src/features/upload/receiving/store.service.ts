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

type Storing = Pick<Deps, 'clock' | 'db' | 'files' | 'jobs' | 'uploads'>

/**
 * Moves the bytes of a received upload to where they are kept, under their own hash, and has them looked at. May die at any point and
 * be done again: the state is settled last, and what came is removed after that.
 */
export async function storeUpload(deps: Storing, uploadId: string): Promise<void> {
  const upload = await findUpload(deps.db, uploadId)
  if (upload?.state === 'uploading') return
  if (upload?.state === 'received') await keep(deps, upload)
  await deps.uploads.remove(uploadId)
}

async function keep(deps: Storing, upload: UploadRow): Promise<void> {
  const { id } = upload
  // A try that died after saying whose bytes these are knows their hash: a gigabyte is not read once more for it.
  const sha256 = upload.sha256 ?? (await claim(deps, upload))
  if (sha256 === null) return

  const isKept = await putOnce(deps, id, sha256)
  await settle(deps, id, (trx) => {
    if (!isKept) return finish(deps, trx, id, { code: 'truncated' })
    return upload.purpose === 'part' ? requestAnalysis(deps, trx, id) : finish(deps, trx, id)
  })
}

/**
 * The hash of the bytes, from now on the upload's; null where they are refused, or nobody wants them any more. A part that is none is
 * kept all the same: an expert may be asked about it.
 */
async function claim(deps: Storing, upload: UploadRow): Promise<string | null> {
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

/** The same content is stored once, whoever sends it; content that went after its time is stored again. False without any bytes. */
async function putOnce({ files, uploads }: Pick<Deps, 'files' | 'uploads'>, uploadId: string, sha256: string) {
  const kept = await files.get(partKey(sha256))
  kept?.body.destroy()
  if (kept) return true
  const body = await uploads.read(uploadId)
  if (!body) return false
  await files.put(partKey(sha256), body, { contentType: 'application/octet-stream', sha256 })
  return true
}

/** Changes the upload if it still waits for this job, and says whether: it may have been removed meanwhile. */
async function settle({ db }: Pick<Deps, 'db'>, uploadId: string, change: (trx: Trx) => Promise<void>) {
  return db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, uploadId)
    if (upload?.state !== 'received') return false
    await change(trx)
    return true
  })
}

/** The lines that wait for it are told. */
async function finish(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  uploadId: string,
  refusal: Refusal | null = null,
): Promise<void> {
  await setState(trx, uploadId, refusal ? 'failed' : 'done', refusal)
  await enqueueFileAnalysed(deps, trx, uploadId)
}
