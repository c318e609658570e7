import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@cotation/embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createJobs } from '#core/jobs.ts'
import { applicationName } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { silentLog } from './silent-log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string
  }
}

export const templateDatabase = 'cotation_template'

/** One real PostgreSQL for all slice tests, with a migrated database that each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cotation-test-'))
  const server = await startEmbeddedPostgres({
    name: applicationName,
    dataDir,
    database: templateDatabase,
    // Two races of sixty connections may meet.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  await migrate(server.connectionString)

  const jobs = await createJobs(server.connectionString, silentLog)
  await jobs.stop()

  const url = new URL(server.connectionString)
  url.pathname = '/postgres'
  await markTemplate(url.href)
  project.provide('databaseServerUrl', url.href)

  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function markTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`alter database ${templateDatabase} is_template true`)
  await client.end()
}
