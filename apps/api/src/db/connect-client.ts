import pg from 'pg'
import { applicationName } from './database.ts'

/** A dedicated connection outside the pool. */
export async function connectClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Without a listener a lost connection would end the process; the next statement fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * For migrations and backups, which take longer than the limits that the role may have for requests.
 * Never through a pool in transaction mode, which would hand the settings on to other clients.
 */
export async function connectWithoutLimits(connectionString: string): Promise<pg.Client> {
  const client = await connectClient(connectionString)
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}
