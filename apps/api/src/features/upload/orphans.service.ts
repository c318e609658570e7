import type { Deps } from '#core/deps.ts'
import type { Db } from '#db/database.ts'
import { meshesFolder, partsFolder, thumbnailsFolder } from '#features/upload/records/storage-keys.ts'
import { knownContents, knownMeshes, knownThumbnails } from './orphans.repository.ts'

/** Younger files may belong to a transaction that has not been committed. */
const minAgeMs = 86_400_000
const batch = 500

type ScanDeps = Pick<Deps, 'clock' | 'db' | 'files' | 'log'>
type Known = (db: Db, names: readonly string[]) => Promise<string[]>

const folders: readonly [folder: string, known: Known][] = [
  [partsFolder, knownContents],
  [meshesFolder, knownMeshes],
  [thumbnailsFolder, knownThumbnails],
]

/** Removes files without a row, left by processes killed between storing and committing (PRI-5). */
export async function removeOrphans(deps: ScanDeps): Promise<void> {
  const before = new Date(deps.clock().getTime() - minAgeMs)
  let removed = 0
  for (const [folder, known] of folders) {
    let names: string[] = []
    for await (const { key, modifiedAt } of deps.files.list(folder)) {
      if (modifiedAt < before) names.push(key.slice(folder.length))
      if (names.length < batch) continue
      removed += await removeUnknown(deps, folder, names, known)
      names = []
    }

    removed += await removeUnknown(deps, folder, names, known)
  }

  if (removed > 0) deps.log.info({ removed }, 'removed files without a record')
}

async function removeUnknown(
  { db, files }: ScanDeps,
  folder: string,
  names: readonly string[],
  known: Known,
): Promise<number> {
  if (names.length === 0) return 0

  const kept = new Set(await known(db, names))
  let removed = 0
  for (const name of names) {
    // Checked again, because the same content may have been uploaded while others were removed.
    if (kept.has(name) || (await known(db, [name])).includes(name)) continue
    await files.remove(`${folder}${name}`)
    removed++
  }

  return removed
}
