import type { UploadView } from '@cotation/contracts'
import type { UploadPurpose } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Owner } from '#http/session.ts'
import { allowanceOf, underWayMs } from './quota.ts'
import {
  countUnderWay,
  findOwnUpload,
  insertUploads,
  listWithAnalysis,
  lockOwner,
  sumKept,
  touch,
  type UploadRow,
} from './upload.repository.ts'
import { uploadViewOf } from './upload-view.ts'

export type { UploadRow }

/** When an owner who has too much may try again: uploads that were given up go after a day, so sooner is of little use. */
const quotaRetrySeconds = 3600

/** Files that the owner is about to send, in the given order; all of them or none (UPL-2, GEO-4). */
export async function announceUploads(
  deps: Pick<Deps, 'clock' | 'config'>,
  trx: Trx,
  owner: Owner,
  files: readonly { name: string; bytes: number }[],
  purpose: UploadPurpose,
): Promise<UploadRow[]> {
  if (files.length === 0) return []

  const now = deps.clock()
  const allowance = allowanceOf(owner, deps.config)
  await lockOwner(trx, owner)

  const kept = await sumKept(trx, owner)
  const bytes = files.reduce((sum, file) => sum + file.bytes, kept.bytes)
  if (kept.files + files.length > allowance.files || bytes > allowance.bytes)
    throw new AppError('QUOTA_EXCEEDED', { retryAfterSeconds: quotaRetrySeconds })

  const underWay = await countUnderWay(trx, new Date(now.getTime() - underWayMs))
  if (underWay + files.length > allowance.atOnce) throw new AppError('BUSY')

  return insertUploads(trx, owner, files, purpose, now)
}

/** Another owner's upload is as unknown as one that never was (BOL-1). */
export async function getOwnUpload(db: Db | Trx, owner: Owner, uploadId: string): Promise<UploadRow> {
  const upload = await findOwnUpload(db, owner, uploadId)
  if (!upload) throw new AppError('NOT_FOUND')
  return upload
}

/** What their owner sees of uploads, by id. */
export async function listUploadViews(
  db: Db | Trx,
  uploadIds: readonly string[],
  now: Date,
): Promise<Map<string, UploadView>> {
  const rows = await listWithAnalysis(db, [...new Set(uploadIds)])
  return new Map(rows.map((row) => [row.id, uploadViewOf(row, now)]))
}

/** Files that were used just now are kept from now on as long as new ones. */
export async function touchUploads(trx: Db | Trx, ids: readonly string[], now: Date): Promise<void> {
  await touch(trx, ids, now)
}
