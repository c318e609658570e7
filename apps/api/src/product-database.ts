import { startEmbeddedPostgres } from '@cotation/embedded-postgres'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import type { Log } from '#adapters/log.ts'
import type { Config } from '#core/config.ts'
import type { Tracer } from '#core/tracing.ts'
import { applicationName, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { requireSessionConnection } from '#db/session-connection.ts'
import { createCatalogueCache } from '#features/catalogue/catalogue-cache.ts'
import { insertPackagedCatalogue } from '#features/catalogue/packaged-catalogue.service.ts'

/** Called in reverse sequence. */
export type Closers = (() => Promise<void>)[]

/** Starts or finds the installation's database, embedded or external, without changing it. */
export async function reachDatabase(config: Config, closers: Closers) {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ name: applicationName, dataDir: config.dataDir })
  if (embedded) closers.push(() => embedded.stop())

  const connectionString = config.databaseUrl ?? embedded?.localConnectionString ?? ''
  if (config.databaseUrl) await requireSessionConnection(config.databaseUrl, config.databaseSessionUrl)

  return { connectionString, sessionConnectionString: config.databaseSessionUrl ?? connectionString }
}

/**
 * Opens the installation's database and migrates it to this release. Pushes to `closers` as it goes,
 * so that everything opened so far is closed if a later step fails.
 * `sessionConnectionString` is for locks and notifications, which need a connection of their own.
 */
export async function openProductDatabase(
  config: Config,
  log: Log,
  clock: () => Date,
  closers: Closers,
  tracer: Tracer | null = null,
) {
  const { connectionString, sessionConnectionString } = await reachDatabase(config, closers)
  await migrate(sessionConnectionString)

  const db = openDatabase(connectionString, {
    isPooled: config.databaseSessionUrl !== null,
    onIdleError: () => log.warn({}, 'database connection lost'),
    trace: tracer?.statement.bind(tracer),
  })
  closers.push(() => db.destroy())
  await insertPackagedCatalogue({ db, clock, log }, packagedCatalogue)

  return { sessionConnectionString, clock, db, catalogues: createCatalogueCache(db, clock, packagedCatalogue) }
}

export async function closeAll(closers: Closers): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
}
