import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase, withClient } from '#test/test-databases.ts'
import { type Change, type Follower, PostgresChangeFeed } from './change-feed.ts'

let connectionString: string
let sender: pg.Client

beforeAll(async () => {
  connectionString = await copyDatabase()
  sender = new pg.Client({ connectionString })
  await sender.connect()
})

afterAll(() => sender.end())

const notify = async (channel: string, payload: string) =>
  void (await sender.query('select pg_notify($1, $2)', [channel, payload]))

/** A follower whose changes are awaited one by one. */
function aFollower(...topics: string[]) {
  const changes: Change[] = []
  let lostCount = 0
  const follower: Follower = { topics, changed: (change) => changes.push(change), lost: () => void lostCount++ }
  return { follower, changes, lostCount: () => lostCount }
}

it('reports topics with and without a revision to those who follow them', async () => {
  const feed = new PostgresChangeFeed({ connectionString, notify })
  const one = aFollower('project:1', 'order:2')
  const other = aFollower('order:3')
  await feed.follow(one.follower)
  await feed.follow(other.follower)

  await notify('change', 'project:1 7')
  await notify('change', 'order:2')
  await notify('change', 'order:3')
  await expect.poll(() => other.changes.length).toBe(1)

  expect(one.changes).toEqual([
    { topic: 'project:1', revision: 7 },
    { topic: 'order:2', revision: null },
  ])
  await feed.close()
})

it('reports nothing to a follower that has stopped', async () => {
  const feed = new PostgresChangeFeed({ connectionString, notify })
  const stopped = aFollower('order:1')
  const other = aFollower('order:1')
  const stop = await feed.follow(stopped.follower)
  await feed.follow(other.follower)

  stop()
  await notify('change', 'order:1')
  await expect.poll(() => other.changes.length).toBe(1)

  expect(stopped.changes).toEqual([])
  await feed.close()
})

it('refuses followers if its own notification does not come back, and pauses before it tries again', async () => {
  let now = 0
  let probes = 0
  const lose = async () => void probes++
  const feed = new PostgresChangeFeed({ connectionString, notify: lose, now: () => now, probeMs: 50 })

  await expect(feed.follow(aFollower('order:1').follower)).rejects.toThrow('no notification arrived')
  await expect(feed.follow(aFollower('order:1').follower)).rejects.toThrow('paused')
  expect(probes).toBe(1)

  now += 30_000
  await expect(feed.follow(aFollower('order:1').follower)).rejects.toThrow('no notification arrived')
  await feed.close()
})

it('tells its followers that the connection is lost, and connects again for the next', async () => {
  const feed = new PostgresChangeFeed({ connectionString, notify })
  const lost = aFollower('order:1')
  await feed.follow(lost.follower)

  await withClient(connectionString, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen change'`),
  )
  await expect.poll(lost.lostCount).toBe(1)

  const next = aFollower('order:1')
  await feed.follow(next.follower)
  await notify('change', 'order:1')
  await expect.poll(() => next.changes.length).toBe(1)
  expect(lost.changes).toEqual([])
  await feed.close()
})

it('ends its followers and refuses new ones once it is closed', async () => {
  const feed = new PostgresChangeFeed({ connectionString, notify })
  const open = aFollower('order:1')
  await feed.follow(open.follower)

  await feed.close()

  expect(open.lostCount()).toBe(1)
  await expect(feed.follow(aFollower('order:1').follower)).rejects.toThrow('closed')
})

it('gives its followers up as soon as a check fails, without waiting for the connection to end', async () => {
  let isDeaf = false
  const feed = new PostgresChangeFeed({
    connectionString,
    notify: async (channel, payload) => (isDeaf ? undefined : notify(channel, payload)),
    probeMs: 20,
    checkMs: 20,
    now: () => 0,
  })
  const one = aFollower('order:1')
  await feed.follow(one.follower)

  isDeaf = true
  await expect.poll(one.lostCount).toBe(1)
  await expect(feed.follow(one.follower)).rejects.toThrow('paused')
  await feed.close()
})
