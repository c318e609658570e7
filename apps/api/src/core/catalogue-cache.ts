import type { Catalogue } from '@cotation/domain'
import type { Trx } from '#db/database.ts'

/** A catalogue to price with; the cache returns the same object for the same version. */
export interface PublishedCatalogue {
  version: string
  validFrom: Date
  catalogue: Catalogue
}

export interface CatalogueCache {
  /**
   * The catalogue in force. The version is read from the database: servers see a publication at
   * once. Pass an open transaction: waiting for a second pooled connection inside it can deadlock.
   */
  inForce(trx?: Trx): Promise<PublishedCatalogue>
  /** A version that is or was in force; undefined for drafts and future versions. See `inForce`. */
  find(version: string, trx?: Trx): Promise<PublishedCatalogue | undefined>
}
