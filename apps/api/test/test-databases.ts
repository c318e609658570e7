import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { templateDatabase } from './database-server.ts'

const startedTemplate = 'cotation_started'

function urlOf(name: string): string {
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = `/${name}`
  return url.href
}

async function createDatabase(suffix: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(inject('databaseServerUrl'), (client) => client.query(`create database ${name} ${suffix}`))
  return urlOf(name)
}

/** A new migrated database; it ends with the server. */
export const copyDatabase = () => createDatabase(`template ${templateDatabase}`)

/** A new empty database. */
export const emptyDatabase = () => createDatabase('')

let prepared: Promise<void> | undefined

/**
 * A new database of an installation that has started before: catalogue and job queues are stored,
 * which is most of the work of a start. The first worker of a run prepares it with `start`.
 */
export async function copyStartedDatabase(start: (url: string) => Promise<void>): Promise<string> {
  prepared ??= withClient(inject('databaseServerUrl'), (client) => prepareStarted(client, start))
  await prepared
  return createDatabase(`template ${startedTemplate}`)
}

async function prepareStarted(client: pg.Client, start: (url: string) => Promise<void>): Promise<void> {
  // Other workers wait here; the end of the connection releases the lock.
  await client.query('select pg_advisory_lock(1)')
  const { rows } = await client.query('select from pg_database where datname = $1', [startedTemplate])
  if (rows.length > 0) return

  // Renamed when it is complete: after a start that failed, the next worker tries again.
  const unfinished = `unfinished_${randomBytes(8).toString('hex')}`
  await client.query(`create database ${unfinished} template ${templateDatabase}`)
  await start(urlOf(unfinished))
  await client.query(`alter database ${unfinished} rename to ${startedTemplate}`)
}

/** Runs `use` on one plain connection. */
export async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
