import type { Deps } from '#core/deps.ts'
import { lockUpload } from '#features/upload/records/upload.repository.ts'
import { removeContentJob, storeJobOf } from '#features/upload/records/upload.service.ts'
import { abandonUpload, markReceived } from './receive.service.ts'
import { deleteForgotten, listReceiving, listStalled, listUnstored } from './sweep.repository.ts'

const hourMs = 3_600_000

/** An upload without progress for this long counts as abandoned. */
const abandonedMs = 24 * hourMs
const batch = 200

type SweepDeps = Pick<Deps, 'clock' | 'db' | 'jobs' | 'log' | 'uploads'>

/** Ends abandoned uploads, re-enqueues lost store jobs, removes bytes without a record (UPL-2). */
export async function sweepUploads(deps: SweepDeps): Promise<void> {
  const { db, jobs } = deps
  const now = deps.clock()
  const abandonedBefore = new Date(now.getTime() - abandonedMs)
  for (const upload of await listStalled(db, abandonedBefore)) await endStalled(deps, upload, abandonedBefore)

  const unstored = await listUnstored(db, new Date(now.getTime() - hourMs))
  for (const upload of unstored) await jobs.enqueue(db, storeJobOf(upload), { uploadId: upload.id })

  const unused = await deleteForgotten(db, now, abandonedBefore)
  for (const sha256 of unused) await jobs.enqueue(db, removeContentJob, { sha256 })

  await removeOrphanedBytes(deps)
}

/** If the server was killed after the last byte arrived, the upload continues instead. */
async function endStalled(deps: SweepDeps, { id, bytes }: { id: string; bytes: number }, before: Date): Promise<void> {
  if ((await deps.uploads.arrived(id)) === bytes) return markReceived(deps, id)

  await deps.db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, id)
    if (upload?.state === 'uploading' && upload.last_used_at < before) await abandonUpload(deps, trx, id)
  })
}

/** Uploads are announced before their first byte: bytes without a waiting record are orphans. */
async function removeOrphanedBytes(deps: SweepDeps): Promise<void> {
  let removed = 0
  let ids: string[] = []

  async function flush() {
    const wanted = new Set(await listReceiving(deps.db, ids))
    for (const id of ids) {
      if (wanted.has(id)) continue
      await deps.uploads.remove(id)
      removed++
    }
    ids = []
  }

  for await (const id of deps.uploads.ids()) {
    ids.push(id)
    if (ids.length >= batch) await flush()
  }

  await flush()

  if (removed > 0) deps.log.info({ removed }, 'removed abandoned uploads')
}
