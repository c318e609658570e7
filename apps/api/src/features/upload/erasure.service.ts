import type { Deps } from '#core/deps.ts'
import { meshKey, partKey, thumbnailKey } from '#features/upload/records/storage-keys.ts'
import {
  deleteContent,
  expireUploadsOf,
  listContents,
  listDerivedFiles,
  listUnfinished,
  lockContentOf,
  unlinkContent,
} from './erasure.repository.ts'

type ErasureDeps = Pick<Deps, 'db' | 'files' | 'uploads'>

/**
 * Removes all files of a customer with what was derived from them. Files go before their rows: after
 * a crash the rows still name what is left to remove. Bytes that others have uploaded too stay.
 */
export async function eraseFiles(deps: ErasureDeps, customerId: string): Promise<void> {
  for (const uploadId of await listUnfinished(deps.db, customerId)) await deps.uploads.remove(uploadId)
  await expireUploadsOf(deps.db, customerId)

  for (const sha256 of await listContents(deps.db, customerId)) await eraseContent(deps, sha256, customerId)
}

async function eraseContent({ db, files }: ErasureDeps, sha256: string, customerId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isAlone = await lockContentOf(trx, sha256, customerId)
    if (isAlone) {
      for (const { analysis_id, body_index, thumbnail_id } of await listDerivedFiles(trx, sha256)) {
        await files.remove(meshKey(analysis_id, body_index))
        if (thumbnail_id !== null) await files.remove(thumbnailKey(thumbnail_id))
      }
      await files.remove(partKey(sha256))
    }

    await unlinkContent(trx, sha256, customerId)
    if (isAlone) await deleteContent(trx, sha256)
  })
}
