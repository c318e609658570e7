import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { applicationName } from '#db/database.ts'

/** The channel of the triggers in migration 0027. */
const channel = 'change'

/** How long a notification of our own may take to come back. */
const defaultProbeMs = 5_000

/** While changes are followed: a connection may be lost without an error. */
const defaultCheckMs = 30_000

/** After a failure, requests are refused at once for this long instead of waiting for the next. */
const pauseMs = 30_000

export interface Change {
  /** `project:<id>`, `order:<id>` or `reload:<id>`. */
  topic: string
  revision: number | null
}

export interface Follower {
  topics: readonly string[]
  changed(change: Change): void
  /** Changes may be missed from now on. The follower is removed. */
  lost(): void
}

export interface ChangeFeed {
  /** Reports committed changes until the returned function is called; throws if it cannot. */
  follow(follower: Follower): Promise<() => void>
  close(): Promise<void>
}

interface FeedOptions {
  connectionString: string
  /** Sends a notification over another connection. */
  notify: (channel: string, payload: string) => Promise<void>
  now?: () => number
  probeMs?: number
  checkMs?: number
}

/** `project:<id> <revision>`, or a topic alone. */
function changeOf(payload: string): Change {
  const [topic = '', revision] = payload.split(' ')
  return { topic, revision: revision === undefined ? null : Number(revision) }
}

/**
 * Listens to PostgreSQL on one connection per server, opened for the first follower. Behind a pool
 * that shares connections between transactions, LISTEN succeeds and nothing ever arrives: a
 * notification of our own, sent over another connection, must come back first, and again every half
 * minute.
 */
export class PostgresChangeFeed implements ChangeFeed {
  readonly #options: FeedOptions
  readonly #followers = new Set<Follower>()
  readonly #probes = new Map<string, () => void>()
  #connection: Promise<pg.Client> | null = null
  /** The client of the connection, once it listens. */
  #client: pg.Client | null = null
  #checks: NodeJS.Timeout | undefined
  #pausedUntil = 0
  #isClosed = false

  constructor(options: FeedOptions) {
    this.#options = options
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  async follow(follower: Follower): Promise<() => void> {
    if (this.#isClosed) throw new Error('the change feed is closed')

    if (this.#now() < this.#pausedUntil) throw new Error('the change feed is paused after a failure')

    const connection = this.#connection ?? this.#connect()
    this.#connection = connection
    await connection
    if (this.#connection !== connection) throw new Error('the change feed was lost')

    this.#followers.add(follower)
    return () => void this.#followers.delete(follower)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const connection = this.#connection
    this.#lose()
    await (await connection?.catch(() => null))?.end()
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#options.connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
    })
    client.on('error', () => undefined)
    client.on('notification', ({ payload = '' }) => this.#handle(payload))

    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      await this.#probe()
    } catch (error) {
      this.#pausedUntil = this.#now() + pauseMs
      this.#connection = null
      await client.end().catch(() => undefined)
      throw error
    }

    this.#client = client
    client.on('end', () => {
      if (this.#client === client) this.#lose()
    })
    this.#checks = setInterval(() => void this.#check(client), this.#options.checkMs ?? defaultCheckMs).unref()
    return client
  }

  #handle(payload: string): void {
    this.#probes.get(payload)?.()

    const change = changeOf(payload)
    for (const follower of this.#followers) if (follower.topics.includes(change.topic)) follower.changed(change)
  }

  /** Throws unless a notification of our own arrives. */
  async #probe(): Promise<void> {
    const payload = `probe:${randomUUID()}`
    const probeMs = this.#options.probeMs ?? defaultProbeMs
    let timer: NodeJS.Timeout | undefined

    try {
      const arrival = new Promise<void>((resolve, reject) => {
        this.#probes.set(payload, resolve)
        timer = setTimeout(() => reject(new Error('no notification arrived')), probeMs).unref()
      })
      await Promise.all([arrival, this.#options.notify(channel, payload)])
    } finally {
      clearTimeout(timer)
      this.#probes.delete(payload)
    }
  }

  async #check(client: pg.Client): Promise<void> {
    if (this.#followers.size === 0) return

    try {
      await this.#probe()
    } catch {
      if (this.#client !== client) return

      // Not when the connection has ended: a peer that has vanished takes minutes to be noticed.
      this.#pausedUntil = this.#now() + pauseMs
      this.#lose()
      await client.end().catch(() => undefined)
    }
  }

  #lose(): void {
    clearInterval(this.#checks)
    this.#connection = null
    this.#client = null

    const followers = [...this.#followers]
    this.#followers.clear()
    for (const follower of followers) follower.lost()
  }
}
