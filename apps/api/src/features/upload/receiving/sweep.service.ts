import type { Deps } from '#core/deps.ts'
import { lockUpload } from '#features/upload/records/upload.repository.ts'
import { removeContentJob, storeJob } from '#features/upload/records/upload-queues.ts'
import { giveUp, markReceived } from './receive.service.ts'
import { deleteForgotten, listReceiving, listStalled, listUnstored } from './sweep.repository.ts'

const hour = 3_600_000

/** An upload without progress for so long was given up. */
const patienceMs = 24 * hour
const batch = 200

type Sweeping = Pick<Deps, 'clock' | 'db' | 'jobs' | 'log' | 'uploads'>

/** Ends what was given up, goes on with what was forgotten, and leaves no bytes without a record (UPL-2). */
export async function sweepUploads(deps: Sweeping): Promise<void> {
  const now = deps.clock()
  const before = new Date(now.getTime() - patienceMs)
  for (const upload of await listStalled(deps.db, before)) await endStalled(deps, upload, before)
  for (const uploadId of await listUnstored(deps.db, new Date(now.getTime() - hour)))
    await deps.jobs.enqueue(deps.db, storeJob, { uploadId })
  for (const sha256 of await deleteForgotten(deps.db, now, before))
    await deps.jobs.enqueue(deps.db, removeContentJob, { sha256 })
  await removeLeftBytes(deps)
}

/** All bytes may be there, and the server have died before it noticed: then it goes on, and nothing is lost. */
async function endStalled(deps: Sweeping, { id, bytes }: { id: string; bytes: number }, before: Date): Promise<void> {
  if ((await deps.uploads.arrived(id)) === bytes) return markReceived(deps, id)
  await deps.db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, id)
    if (upload?.state === 'uploading' && upload.last_used_at < before) await giveUp(deps, trx, id)
  })
}

/** An upload is announced before its first byte: bytes without a record that waits for them are nobody's. */
async function removeLeftBytes(deps: Sweeping): Promise<void> {
  let removed = 0
  let ids: string[] = []
  const flush = async () => {
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
  if (removed > 0) deps.log.info({ removed }, 'uploads that were given up were removed')
}
