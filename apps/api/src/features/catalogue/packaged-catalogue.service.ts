import { packagedAuthor } from '@cotation/contracts'
import type { Catalogue } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { findVersion, listVersions, lockVersions, setValidity, upsertDraft } from './catalogue.repository.ts'
import { BrokenCatalogue } from './catalogue-cache.ts'
import { contentHash, readCatalogue } from './catalogue-content.ts'

/**
 * Inserts this release's catalogue unless its version exists. The first of an installation is valid
 * since the epoch, a newer one from now on. If staff have published their own, or a newer one is in
 * force, it stays a draft: updates never change prices by themselves. Safe for concurrent starts.
 */
export async function insertPackagedCatalogue(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  packaged: Catalogue,
): Promise<void> {
  const { version } = packaged
  const content = JSON.stringify(packaged)
  const hash = contentHash(content)

  const stored = await findVersion(deps.db, version)
  if (stored) {
    if (!stored.contentHash.equals(hash))
      deps.log.warn({ version }, 'the packaged catalogue differs from the stored one of the same version')
    return
  }

  const verdict = readCatalogue(content)
  if (!verdict.ok) {
    const [fault] = verdict.faults
    throw new BrokenCatalogue(`The packaged catalogue is not usable: ${fault?.path} ${fault?.problem}.`)
  }

  await deps.db.transaction().execute(async (trx) => {
    await lockVersions(trx)
    if (await findVersion(trx, version)) return

    const now = deps.clock()
    const draft = { version, content, contentHash: hash, author: packagedAuthor, comment: '', createdAt: now }
    await upsertDraft(trx, draft)

    const candidates = (await listVersions(trx)).filter((row) => row.validFrom !== null || row.version === version)
    const isNewest = candidates[0]?.version === version
    const isAllPackaged = candidates.every(({ author }) => author === packagedAuthor)
    if (isNewest && isAllPackaged) await setValidity(trx, version, candidates.length === 1 ? new Date(0) : now)
  })
}
