import type { Readable } from 'node:stream'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import { deleteUpload, lockUpload, setState, type UploadRow } from '#features/upload/records/upload.repository.ts'
import { getOwnUpload, listUploadViews } from '#features/upload/records/upload.service.ts'
import type { Owner } from '#http/session.ts'
import { findUse, type HistoryPage, listHistory, listLatest, listProjectsOf } from './history.repository.ts'
import { removeContentJob } from './records/upload.service.ts'

/** All files of a customer, newest first. */
export async function uploadHistory(
  { db, clock, thumbnails }: Pick<Deps, 'db' | 'clock' | 'thumbnails'>,
  customerId: string,
  page: HistoryPage,
) {
  const { rows, total } = await listHistory(db, customerId, page)
  const ids = rows.map(({ id }) => id)
  const [views, projects] = await Promise.all([listUploadViews(db, ids, clock()), listProjectsOf(db, ids)])
  const projectsOf = Map.groupBy(projects, ({ upload_id }) => upload_id)

  const uploads = rows.flatMap(({ id, thumbnail_id }) => {
    const upload = views.get(id)
    if (!upload) return []

    const using = (projectsOf.get(id) ?? []).map((project) => ({ id: project.id, name: project.name }))
    return [{ upload, thumbnailId: thumbnails.within({ kind: 'upload', id })(thumbnail_id), projects: using }]
  })

  return { uploads, total }
}

/** The customer's newest files. */
export async function listLatestUploads(
  { db, thumbnails }: Pick<Deps, 'db' | 'thumbnails'>,
  customerId: string,
  limit: number,
) {
  const rows = await listLatest(db, customerId, limit)
  return rows.map(({ id, name, state, created_at, thumbnail_id }) => ({
    id,
    name,
    state,
    createdAt: created_at.toISOString(),
    thumbnailId: thumbnails.within({ kind: 'upload', id })(thumbnail_id),
  }))
}

/**
 * Removes a file that no line or open order uses. If removed lines or closed orders refer to it,
 * its record stays as expired. Deletes the bytes unless another upload has the same content.
 */
export async function removeUpload(
  deps: Pick<Deps, 'db' | 'jobs' | 'uploads'>,
  owner: Owner,
  uploadId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await getOwnUpload(trx, owner, uploadId)
    const upload = await lockUpload(trx, uploadId)

    const use = await findUse(trx, uploadId)
    if (use === 'live') throw new AppError('UPLOAD_IN_USE')

    if (use === 'removed') await setState(trx, uploadId, 'expired')
    else await deleteUpload(trx, uploadId)
    if (upload?.sha256) await deps.jobs.enqueue(trx, removeContentJob, { sha256: upload.sha256 })
  })

  await deps.uploads.remove(uploadId)
}

export interface OriginalFile {
  stream: Readable
  bytes: number
  fileName: string
}

/** The original file; NOT_FOUND once it has expired. */
export async function readUpload(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  owner: Owner,
  uploadId: string,
): Promise<OriginalFile> {
  return readOriginal({ files }, await getOwnUpload(db, owner, uploadId))
}

/** The bytes of an upload that the caller may read; NOT_FOUND once it has expired. */
export async function readOriginal(
  { files }: Pick<Deps, 'files'>,
  { name, sha256, state }: Pick<UploadRow, 'name' | 'sha256' | 'state'>,
): Promise<OriginalFile> {
  if (!sha256 || state === 'expired') throw new AppError('NOT_FOUND')

  const file = await files.get(partKey(sha256))
  if (!file) throw new AppError('NOT_FOUND')

  return { stream: file.body, bytes: file.bytes, fileName: name }
}

/** The same for staff, recorded before the first byte is sent. */
export async function readRecorded(
  deps: Pick<Deps, 'files'>,
  upload: Parameters<typeof readOriginal>[1],
  record: () => Promise<void>,
): Promise<OriginalFile> {
  const original = await readOriginal(deps, upload)
  try {
    await record()
  } catch (error) {
    original.stream.destroy()
    throw error
  }
  return original
}
