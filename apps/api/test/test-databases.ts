import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { templateDatabase } from './database-server.ts'

async function createDatabase(suffix: string): Promise<string> {
  const url = new URL(inject('databaseServerUrl'))
  const name = `test_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name} ${suffix}`)
  await client.end()
  url.pathname = `/${name}`

  return url.href
}

/** A new migrated database; it ends with the server. */
export const copyDatabase = () => createDatabase(`template ${templateDatabase}`)

/** A new empty database. */
export const emptyDatabase = () => createDatabase('')

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
