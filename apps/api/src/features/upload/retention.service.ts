import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { findRecipient } from '#core/recipient.ts'
import { meshKey, partKey, thumbnailKey } from '#features/upload/records/storage-keys.ts'
import { dayText } from '#src/papers/paper-words.ts'
import { listDerivedFiles } from './erasure.repository.ts'
import { expireUploads, listUnused, lockUnused, markRemoved, markWarned, maxPerRun } from './retention.repository.ts'

export const retentionJob = 'file-retention'
export const warningJob = 'file-retention-mail'

type RetentionDeps = Pick<Deps, 'clock' | 'db' | 'files' | 'jobs'>

/** Warns of files that expire soon, expires uploads and removes unused contents (PRI-5). */
export async function applyRetention(deps: RetentionDeps): Promise<void> {
  const { db, jobs } = deps
  const now = deps.clock()

  await db.transaction().execute(async (trx) => {
    for (const { customerId, files, first } of await markWarned(trx, now)) {
      await jobs.enqueue(trx, warningJob, { customerId, files, first: first.toISOString(), at: now.toISOString() })
    }
  })

  await expireUploads(db, now)

  const unused = await listUnused(db, now)
  for (const sha256 of unused) await removeContent(deps, sha256, now)
  if (unused.length === maxPerRun) await jobs.enqueue(db, retentionJob, {})
}

/**
 * Removes a content's files while its row is locked: an upload of the same bytes waits and then
 * stores them again. The record stays.
 */
export async function removeContent(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  sha256: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockUnused(trx, sha256))) return

    for (const { analysis_id, body_index, thumbnail_id } of await listDerivedFiles(trx, sha256)) {
      await files.remove(meshKey(analysis_id, body_index))
      if (thumbnail_id !== null) await files.remove(thumbnailKey(thumbnail_id))
    }
    await files.remove(partKey(sha256))
    await markRemoved(trx, sha256, now)
  })
}

export interface WarningRequest {
  customerId: string
  files: number
  first: string
  at: string
}

type MailDeps = Pick<Deps, 'config' | 'db' | 'log' | 'mail' | 'publicUrl' | 'texts'>

export async function sendWarning(deps: MailDeps, { customerId, files, first, at }: WarningRequest): Promise<void> {
  const owner = await findRecipient(deps.db, customerId)
  if (!owner) return

  await sendActionMail(deps, {
    kind: 'files-expire',
    to: owner.email,
    userName: owner.username,
    language: owner.language,
    repliesTo: 'manager',
    path: '/user/order/upload-history',
    values: { files, day: dayText(first, owner.language) },
    idempotencyKey: `files-expire ${customerId} ${at}`,
  })
}
