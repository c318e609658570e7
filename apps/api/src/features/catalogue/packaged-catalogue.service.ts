import { packagedAuthor } from '@cotation/contracts'
import type { Catalogue } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { findVersion, listVersions, lockVersions, setValidity, upsertDraft } from './catalogue.repository.ts'
import { BrokenCatalogue } from './catalogue-cache.ts'
import { contentHash, readCatalogue } from './catalogue-content.ts'

/**
 * Puts the catalogue of this release in where its version is not there. The first one of an installation is valid from
 * the beginning of time, a newer one from now on; where staff have published their own, or a newer one is in force, it
 * waits as a draft: a release never changes prices behind their back. As many servers as one likes may do this at once.
 */
export async function putInPackaged(deps: Pick<Deps, 'db' | 'clock' | 'log'>, packaged: Catalogue): Promise<void> {
  const content = JSON.stringify(packaged)
  const known = await findVersion(deps.db, packaged.version)
  if (known) {
    if (!known.contentHash.equals(contentHash(content)))
      deps.log.warn({ version: packaged.version }, 'the packaged catalogue is not the one kept under its version')
    return
  }

  const verdict = readCatalogue(content)
  if (!verdict.ok) {
    const [fault] = verdict.faults
    throw new BrokenCatalogue(`The packaged catalogue is not usable: ${fault?.path} ${fault?.problem}.`)
  }

  const { version } = packaged
  const draft = { version, content, contentHash: contentHash(content), author: packagedAuthor, comment: '' }
  await deps.db.transaction().execute(async (trx) => {
    await lockVersions(trx)
    if (await findVersion(trx, version)) return
    const now = deps.clock()
    await upsertDraft(trx, { ...draft, createdAt: now })
    const rows = (await listVersions(trx)).filter((row) => row.validFrom !== null || row.version === version)
    if (rows[0]?.version !== version || rows.some(({ author }) => author !== packagedAuthor)) return
    await setValidity(trx, version, rows.length === 1 ? new Date(0) : now)
  })
}
