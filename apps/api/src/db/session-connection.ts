import type pg from 'pg'
import { connectClient } from './connect-client.ts'

/** The addresses of the database cannot work; the message is one line with the fix. */
export class ConnectionModeError extends Error {
  override readonly name = 'ConnectionModeError'
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Whether a pool between us and PostgreSQL gives each transaction any of its connections. */
async function isSharedBetweenTransactions(connectionString: string): Promise<boolean> {
  const first = await connectClient(connectionString)
  const second = await connectClient(connectionString).catch(async (error: unknown) => {
    await first.end()
    throw error
  })

  try {
    const before = await backendOf(first)
    // A pool hands out the connection that the first client has just returned.
    await second.query('begin')
    const others = await backendOf(second)
    const after = await backendOf(first)
    await second.query('rollback')

    return others === before || before !== after
  } finally {
    await Promise.all([first.end(), second.end()])
  }
}

/** Two addresses lead to one database exactly if these agree. */
async function identityOf(connectionString: string): Promise<string> {
  const client = await connectClient(connectionString)
  try {
    const { rows } = await client.query<{ identity: string }>(`
      select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), oid) as identity
      from pg_database where datname = current_database()`)
    return rows[0]?.identity ?? ''
  } finally {
    await client.end()
  }
}

/**
 * Locks that last longer than a transaction and notifications need a connection of our own. Over a
 * pool in transaction mode they seem to work, and then two servers write to one file at once.
 */
export async function requireSessionConnection(databaseUrl: string, sessionUrl: string | null): Promise<void> {
  if (await isSharedBetweenTransactions(sessionUrl ?? databaseUrl)) {
    const name = sessionUrl === null ? 'DATABASE_URL' : 'DATABASE_SESSION_URL'
    throw new ConnectionModeError(
      `${name} leads to a pool that shares connections between transactions, such as PgBouncer in transaction mode. Set DATABASE_SESSION_URL to the PostgreSQL server itself (docs/operations.md).`,
    )
  }

  if (sessionUrl !== null && (await identityOf(databaseUrl)) !== (await identityOf(sessionUrl)))
    throw new ConnectionModeError(
      'DATABASE_URL and DATABASE_SESSION_URL lead to different databases. Correct one of them.',
    )
}
