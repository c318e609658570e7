import { setTimeout as pause } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import pg from 'pg'
import { applicationName } from '#db/database.ts'

const channel = 'upload_lock'

/** Any number; it separates these locks from other hashed ones. */
const seed = 7_230_185
const retryMs = 50

interface Holder {
  requestRelease: RequestRelease
  /** False while the lock is being requested. */
  isHeld: boolean
}

/**
 * PostgreSQL advisory locks on one connection per process: a process that dies loses its locks. A
 * waiting request asks the holder to release, directly or, in another process, by a notification.
 */
export class UploadLocker implements Locker {
  readonly #connectionString: string
  readonly #waitMs: number
  readonly #holders = new Map<string, Holder>()
  #connection: Promise<pg.Client> | null = null

  constructor(connectionString: string, waitMs = 15_000) {
    this.#connectionString = connectionString
    this.#waitMs = waitMs
  }

  newLock(id: string): Lock {
    return {
      lock: (signal, requestRelease) => this.#lock(id, signal, requestRelease),
      unlock: () => this.#unlock(id),
    }
  }

  async close(): Promise<void> {
    const connection = this.#connection
    this.#connection = null
    await (await connection?.catch(() => null))?.end()
  }

  async #lock(id: string, signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const deadline = performance.now() + this.#waitMs
    while (!(await this.#tryLock(id, requestRelease))) {
      await this.#requestRelease(id)
      if (signal.aborted || performance.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT
      await pause(retryMs)
    }
  }

  async #tryLock(id: string, requestRelease: RequestRelease): Promise<boolean> {
    // Advisory locks are reentrant per connection, so requests of this process are separated here.
    if (this.#holders.has(id)) return false

    const holder = { requestRelease, isHeld: false }
    this.#holders.set(id, holder)

    try {
      holder.isHeld = await this.#query('select pg_try_advisory_lock(hashtextextended($1, $2)) as yes', [id, seed])
    } finally {
      if (!holder.isHeld) this.#holders.delete(id)
    }

    return holder.isHeld
  }

  async #requestRelease(id: string): Promise<void> {
    const holder = this.#holders.get(id)
    if (holder?.isHeld) await holder.requestRelease()
    else await this.#query('select pg_notify($1, $2) is null as yes', [channel, id])
  }

  async #unlock(id: string): Promise<void> {
    // Fails only if the connection is gone, and the lock with it.
    await this.#query('select pg_advisory_unlock(hashtextextended($1, $2)) as yes', [id, seed]).catch(() => false)
    this.#holders.delete(id)
  }

  async #query(sql: string, values: unknown[]): Promise<boolean> {
    this.#connection ??= this.#connect()
    const client = await this.#connection
    const { rows } = await client.query<{ yes: boolean }>(sql, values)
    return rows[0]?.yes ?? false
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: 5000,
      statement_timeout: 5000,
      query_timeout: 10_000,
      keepAlive: true,
    })
    client.on('error', () => undefined)
    client.on('end', () => this.#handleDisconnect())
    client.on('notification', ({ payload = '' }) => {
      const holder = this.#holders.get(payload)
      if (holder?.isHeld) void holder.requestRelease()
    })

    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      return client
    } catch (error) {
      this.#connection = null
      throw error
    }
  }

  /** The locks are lost with the connection: their holders must stop before others start. */
  #handleDisconnect(): void {
    this.#connection = null
    for (const holder of this.#holders.values()) if (holder.isHeld) void holder.requestRelease()
  }
}
