import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '#db/embedded-postgres/postmaster.ts'

/** A data folder of its own for one test, open to every account of the machine. */
export interface TestFolder {
  root: string
  dataDir: string
  cluster: string
  /** Ends a server that still runs there, and removes everything. */
  remove(): Promise<void>
}

export async function createTestFolder(): Promise<TestFolder> {
  const root = await mkdtemp(join(tmpdir(), 'cotation-postgres-'))
  await chmod(root, 0o755)

  const dataDir = join(root, 'data')
  const cluster = join(dataDir, 'postgres')

  return {
    root,
    dataDir,
    cluster,
    async remove() {
      const postmaster = await findPostmaster(cluster).catch(() => undefined)
      if (postmaster) process.kill(postmaster.pid, 'SIGINT')
      while (postmaster && (await findPostmaster(cluster))) await pause(10)
      await rm(root, { recursive: true, force: true })
    },
  }
}

export async function query(connectionString: string | undefined, sql: string): Promise<unknown[][]> {
  const client = new Client(connectionString)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** Runs the work on the folder's server and stops it afterwards. */
export async function withServer<T>(dataDir: string, work: (server: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}
