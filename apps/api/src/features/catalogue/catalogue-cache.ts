import type { Catalogue } from '@cotation/domain'
import type { CatalogueCache, PublishedCatalogue } from '#core/catalogue-cache.ts'
import type { Db, Trx } from '#db/database.ts'
import { findContent, findVersion, findVersionInForce } from './catalogue.repository.ts'
import { contentHash, readCatalogue } from './catalogue-content.ts'

/** This release cannot read a catalogue in the database; prices based on it would be wrong. */
export class BrokenCatalogue extends Error {
  override readonly name = 'BrokenCatalogue'
}

/** Quotes of the last years refer to a handful of versions; each takes about a megabyte. */
const maxVersions = 12

/**
 * Reads and validates each version once: published versions do not change, and parsing 200 kB for
 * every price is too slow. `packaged` was validated when stored, so a start does not repeat that.
 */
export function createCatalogueCache(db: Db, clock: () => Date, packaged: Catalogue): CatalogueCache {
  const packagedHash = contentHash(JSON.stringify(packaged))
  const cached = new Map<string, Promise<PublishedCatalogue | undefined>>()
  const loaded = new WeakSet<Promise<PublishedCatalogue | undefined>>()

  const load = async (from: Db | Trx, version: string): Promise<PublishedCatalogue | undefined> => {
    const row = await findVersion(from, version)
    if (!row?.validFrom) return undefined

    const isPackaged = row.contentHash.equals(packagedHash)
    const catalogue = isPackaged ? packaged : parseCatalogue(version, await findContent(from, version))
    return { version, validFrom: row.validFrom, catalogue }
  }

  const get = async (version: string, trx: Trx | undefined): Promise<PublishedCatalogue | undefined> => {
    // A transaction does not wait for another caller's read, which may wait for its connection.
    const shared = cached.get(version)
    const isUsable = shared && (trx === undefined || loaded.has(shared))
    const loading = isUsable ? shared : load(trx ?? db, version)

    // Inserted again on each use, so that the map's first key is the least recently used version.
    cached.delete(version)
    cached.set(version, loading)

    for (const oldest of cached.keys()) {
      if (cached.size <= maxVersions) break
      cached.delete(oldest)
    }

    const invalidate = () => {
      if (cached.get(version) === loading) cached.delete(version)
    }

    try {
      const found = await loading
      loaded.add(loading)
      // A draft may be published at any time.
      if (!found) invalidate()
      return found
    } catch (error) {
      // A failed read may succeed next time.
      invalidate()
      throw error
    }
  }

  return {
    async inForce(trx) {
      const version = await findVersionInForce(trx ?? db, clock())
      const found = version === undefined ? undefined : await get(version, trx)
      if (!found) throw new BrokenCatalogue('There is no catalogue in force. Start the server once to put one in.')
      return found
    },
    async find(version, trx) {
      const found = await get(version, trx)
      return found && found.validFrom <= clock() ? found : undefined
    },
  }
}

function parseCatalogue(version: string, content: string | undefined): Catalogue {
  const verdict = readCatalogue(content ?? '')
  if (verdict.ok) return verdict.catalogue

  const [fault] = verdict.faults
  throw new BrokenCatalogue(
    `The catalogue ${version} in the database is not usable: ${fault?.path} ${fault?.problem}. Start the release it was made with, or publish another.`,
  )
}
