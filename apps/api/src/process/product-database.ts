import { startEmbeddedPostgres } from '@cotation/embedded-postgres'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import type { Log } from '#adapters/log.ts'
import type { Config } from '#core/config.ts'
import { applicationName, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { createCatalogueCache } from '#features/catalogue/catalogue-cache.ts'
import { insertPackagedCatalogue } from '#features/catalogue/packaged-catalogue.service.ts'

/** Ends of parts, in the order of their beginnings. */
export type Closers = (() => Promise<void>)[]

/**
 * The installation's own database, brought to this release: embedded or not, for the only process or beside others. Puts
 * a way to end each part into `closers`, so that what was begun ends even if a later part fails.
 */
export async function openProductDatabase(config: Config, log: Log, clock: () => Date, closers: Closers) {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ name: applicationName, dataDir: config.dataDir })
  if (embedded) closers.push(() => embedded.stop())

  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? ''
  await migrate(connectionString)

  const db = openDatabase(connectionString, { onIdleError: () => log.warn({}, 'a database connection was lost') })
  closers.push(() => db.destroy())
  await insertPackagedCatalogue({ db, clock, log }, packagedCatalogue)

  return { connectionString, clock, db, catalogues: createCatalogueCache(db, clock, packagedCatalogue) }
}

export async function closeAll(closers: Closers): Promise<void> {
  for (let end = closers.pop(); end; end = closers.pop()) await end()
}
