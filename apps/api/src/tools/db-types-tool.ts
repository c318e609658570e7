import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@cotation/embedded-postgres'
import pg from 'pg'
import { applicationName } from '#db/database.ts'
import { generateSchema } from '#db/generate-schema.ts'
import { migrate } from '#db/migrate.ts'

/** Writes `db/schema.generated.ts` from a fresh database with all migrations. */
const dataDir = await mkdtemp(join(tmpdir(), 'cotation-db-types-'))
const server = await startEmbeddedPostgres({ name: applicationName, dataDir })
try {
  await migrate(server.connectionString)

  const client = new pg.Client(server.connectionString)
  await client.connect()
  await writeFile(join(import.meta.dirname, '../db/schema.generated.ts'), await generateSchema(client))
  await client.end()
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
