import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { SUPERUSER } from './cluster.ts'
import { errorCode } from './error.ts'

/** The product's own role owns its databases and is no superuser: a hole in our SQL must not reach the machine. */
const APP_ROLE = 'cotation'
const APP_NAME = 'cotation'
const LEASE_NAME = 'cotation-lease'
const RELEASED_NAME = 'cotation-released'
const RENEW_MS = 500

export interface ServerAddress {
  port: number
  password: string
}

/** An open connection that says "this process uses the server"; it ends with the process, however that ends. */
export interface Lease {
  release(): Promise<void>
}

export function appConnectionString({ port, password }: ServerAddress, database: string): string {
  return `postgresql://${APP_ROLE}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}?application_name=${APP_NAME}`
}

interface Session {
  client: Client
  socket: Socket
}

/** Succeeds only with our own cluster: SCRAM proves the password to either side without sending it. */
async function openSession({ port, password }: ServerAddress, applicationName: string): Promise<Session> {
  const socket = new Socket()
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    stream: () => socket,
  })

  // A server that dies is noticed through `end`; without a listener the error would end the process.
  client.on('error', () => undefined)
  await client.connect()

  return { client, socket }
}

async function ensureRoleAndDatabase(client: Client, password: string, database: string): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists(select from pg_roles where rolname = $1) as role,
            exists(select from pg_database where datname = $2) as database`,
    [APP_ROLE, database],
  )
  if (!rows[0]?.role) {
    await client.query(`create role ${APP_ROLE} login createdb password ${escapeLiteral(password)}`)
  }

  if (!rows[0]?.database) {
    await client.query(`create database ${escapeIdentifier(database)} owner ${APP_ROLE}`).catch((error: unknown) => {
      if (errorCode(error) !== '42P04') throw error
    })
  }
}

/** Starts the server again if it is gone, unless the lease was given up meanwhile. */
export type Revive = (isReleased: () => boolean) => Promise<void>

/** Connects, makes sure that the database is there, and keeps the connection as the lease. */
export async function takeLease(address: ServerAddress, database: string, revive: Revive): Promise<Lease> {
  let session = await openSession(address, LEASE_NAME)
  let isReleased = false

  /** One crashed session makes PostgreSQL drop all others and recover in place; a killed server is started again. */
  async function renew(): Promise<void> {
    while (!isReleased) {
      await pause(RENEW_MS, undefined, { ref: false })
      await revive(() => isReleased).catch(() => undefined)
      const renewed = await openSession(address, LEASE_NAME).catch(() => undefined)
      if (renewed) return isReleased ? await renewed.client.end() : keep(renewed)
    }
  }

  function keep(held: Session): void {
    session = held
    // A script that forgets to stop us must still come to its end.
    held.socket.unref()
    held.client.once('end', () => void renew())
  }

  try {
    await ensureRoleAndDatabase(session.client, address.password, database)
  } catch (error) {
    await session.client.end().catch(() => undefined)
    throw error
  }
  keep(session)
  return {
    async release() {
      isReleased = true
      session.socket.ref()
      // The server takes a moment to notice a closed connection; the name tells the next one to leave at once.
      await session.client.query(`set application_name = '${RELEASED_NAME}'`).catch(() => undefined)
      await session.client.end().catch(() => undefined)
    },
  }
}

/** Whether another process holds a lease, or someone works on the server with a tool of his own (a backup, a console). */
export async function isServerInUse(address: ServerAddress): Promise<boolean> {
  const { client } = await openSession(address, RELEASED_NAME)
  try {
    const { rows } = await client.query<{ used: boolean }>(
      `select exists(
         select from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()
           and (application_name = $1 or application_name not like $2)) as used`,
      [LEASE_NAME, `${APP_NAME}%`],
    )
    return rows[0]?.used ?? false
  } finally {
    await client.end()
  }
}
