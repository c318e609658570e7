import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { errorCode } from './error.ts'
import { superuser } from './server.ts'

const renewMs = 500

export interface ServerAddress {
  /** Owner of the databases. Not a superuser: SQL injection must not reach the machine. */
  name: string
  port: number
  password: string
}

const leaseName = ({ name }: ServerAddress) => `${name}-lease`
const releasedName = ({ name }: ServerAddress) => `${name}-released`

/** An open connection that marks the server as used; it ends with the process, even if killed. */
export interface Lease {
  release(): Promise<void>
}

export function appConnectionString({ name, port, password }: ServerAddress, database: string): string {
  return `postgresql://${name}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}?application_name=${name}`
}

/** The same over the socket in a folder. Programs that read host and port from it use TCP. */
export function socketConnectionString(address: ServerAddress, database: string, folder: string): string {
  return `${appConnectionString(address, database)}&host=${encodeURIComponent(folder)}`
}

interface Session {
  client: Client
  socket: Socket
}

/** Fails on a foreign server: SCRAM proves the password to both sides without sending it. */
async function openSession({ port, password }: ServerAddress, applicationName: string): Promise<Session> {
  const socket = new Socket()
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password,
    database: 'postgres',
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    stream: () => socket,
  })

  // The lease handles a dying server on `end`; without a listener the error would end the process.
  client.on('error', () => undefined)
  await client.connect()

  return { client, socket }
}

async function ensureRoleAndDatabase(
  client: Client,
  { name, password }: ServerAddress,
  database: string,
): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists(select from pg_roles where rolname = $1) as role,
            exists(select from pg_database where datname = $2) as database`,
    [name, database],
  )
  if (!rows[0]?.role) {
    await client.query(`create role ${escapeIdentifier(name)} login createdb password ${escapeLiteral(password)}`)
  }

  if (!rows[0]?.database) {
    await client
      .query(`create database ${escapeIdentifier(database)} owner ${escapeIdentifier(name)}`)
      .catch((error: unknown) => {
        if (errorCode(error) !== '42P04') throw error
      })
  }
}

/** Restarts the server if it is gone, unless the lease was released in the meantime. */
export type Revive = (isReleased: () => boolean) => Promise<void>

/** Connects, creates role and database if missing, and holds the connection as the lease. */
export async function takeLease(address: ServerAddress, database: string, revive: Revive): Promise<Lease> {
  let session = await openSession(address, leaseName(address))
  let isReleased = false

  /** A crashed session makes PostgreSQL drop all and recover; a killed server is restarted. */
  async function renew(): Promise<void> {
    while (!isReleased) {
      await pause(renewMs, undefined, { ref: false })
      await revive(() => isReleased).catch(() => undefined)
      const renewed = await openSession(address, leaseName(address)).catch(() => undefined)
      if (!renewed) continue

      if (isReleased) await renewed.client.end()
      else hold(renewed)
      return
    }
  }

  function hold(current: Session): void {
    session = current
    // A script that forgets to call stop() must still be able to exit.
    current.socket.unref()
    current.client.once('end', () => void renew())
  }

  try {
    await ensureRoleAndDatabase(session.client, address, database)
  } catch (error) {
    await session.client.end().catch(() => undefined)
    throw error
  }
  hold(session)

  return {
    async release() {
      isReleased = true
      session.socket.ref()
      // The server notices a closed connection late; the new name tells other processes at once.
      await session.client
        .query(`set application_name = ${escapeLiteral(releasedName(address))}`)
        .catch(() => undefined)
      await session.client.end().catch(() => undefined)
    },
  }
}

/** Whether another process holds a lease, or a tool (a backup, a console) is connected. */
export async function isServerInUse(address: ServerAddress): Promise<boolean> {
  const { client } = await openSession(address, releasedName(address))
  try {
    const { rows } = await client.query<{ used: boolean }>(
      `select exists(
         select from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()
           and (application_name = $1 or application_name not like $2)) as used`,
      [leaseName(address), `${address.name}%`],
    )
    return rows[0]?.used ?? false
  } finally {
    await client.end()
  }
}
