import type { Catalogue } from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'
import { findContent, findVersion, findVersionInForce } from './catalogue.repository.ts'
import { contentHash, readCatalogue } from './catalogue-content.ts'

/** A catalogue that prices may rest on; the same object as long as it is kept. */
export interface PublishedCatalogue {
  version: string
  validFrom: Date
  catalogue: Catalogue
}

/** What slices that price need of the catalogue. */
export interface CatalogueShelf {
  /**
   * The one in force at this moment, as the database says: a publication is seen by every server at once. Asked inside a transaction it
   * reads through it: one that waits for a second connection could wait for itself.
   */
  inForce(trx?: Trx): Promise<PublishedCatalogue>
  /** One that is or was in force; nothing for drafts and for those still to come. */
  find(version: string): Promise<PublishedCatalogue | undefined>
}

/** A catalogue in the database that this release cannot read: prices made of it would be wrong. */
export class BrokenCatalogue extends Error {
  override readonly name = 'BrokenCatalogue'
}

/** Quotes of the last years refer to a handful of versions; each takes about a megabyte. */
const keptVersions = 12

/**
 * Reads and checks each version once: it cannot change any more, and 200 kB are not parsed for every price. The packaged
 * one was checked when it was put in: a start need not do it again.
 */
export function createCatalogueShelf(db: Db, clock: () => Date, packaged: Catalogue): CatalogueShelf {
  const packagedHash = contentHash(JSON.stringify(packaged))
  const kept = new Map<string, Promise<PublishedCatalogue | undefined>>()

  const load = async (from: Db | Trx, version: string): Promise<PublishedCatalogue | undefined> => {
    const row = await findVersion(from, version)
    if (!row?.validFrom) return undefined
    const catalogue = row.contentHash.equals(packagedHash)
      ? packaged
      : soundCatalogue(version, await findContent(from, version))
    return { version, validFrom: row.validFrom, catalogue }
  }

  const take = async (from: Db | Trx, version: string): Promise<PublishedCatalogue | undefined> => {
    const loading = kept.get(version) ?? load(from, version)
    // Put in anew, so that the first in the map is the one that was not asked for the longest.
    kept.delete(version)
    kept.set(version, loading)

    for (const oldest of kept.keys()) {
      if (kept.size <= keptVersions) break
      kept.delete(oldest)
    }

    const forget = () => {
      if (kept.get(version) === loading) kept.delete(version)
    }
    try {
      const found = await loading
      // A draft may be published at any moment, and one that could not be read may be readable again.
      if (!found) forget()
      return found
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    async inForce(trx) {
      const from = trx ?? db
      const version = await findVersionInForce(from, clock())
      const found = version === undefined ? undefined : await take(from, version)
      if (!found) throw new BrokenCatalogue('There is no catalogue in force. Start the server once to put one in.')
      return found
    },
    async find(version) {
      const found = await take(db, version)
      return found && found.validFrom <= clock() ? found : undefined
    },
  }
}

function soundCatalogue(version: string, content: string | undefined): Catalogue {
  const verdict = readCatalogue(content ?? '')
  if (verdict.ok) return verdict.catalogue
  const [fault] = verdict.faults
  throw new BrokenCatalogue(
    `The catalogue ${version} in the database is not usable: ${fault?.path} ${fault?.problem}. Start the release it was made with, or publish another.`,
  )
}
