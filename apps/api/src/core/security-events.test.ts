import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { runInRequest } from './request-scope.ts'
import { type SecurityEvent, SecurityEvents } from './security-events.ts'

const db = openDatabase(await copyDatabase())
afterAll(() => db.destroy())

const secret = randomBytes(32)
const now = new Date('2026-03-02T09:00:00Z')

let timers: { ms: number; run: () => void }[]
let lines: { facts: object; text: string }[]

beforeEach(async () => {
  timers = []
  lines = []
  await db.deleteFrom('security_event').execute()
})

function anEventLog(database = db) {
  const write = (facts: object, text: string) => void lines.push({ facts, text })
  const log = { debug: write, info: write, warn: write, error: write }
  const after = (ms: number, run: () => void) => void timers.push({ ms, run })
  return new SecurityEvents({ db: database, clock: () => now, log, secret, after })
}

function recordFrom(events: SecurityEvents, network: string, event: SecurityEvent): void {
  runInRequest({ requestId: 'r1', network }, () => events.record(event))
}

/** Lets all waiting timers of this length end. */
function endTimers(ms: number): void {
  const due = timers.filter((timer) => timer.ms === ms)
  timers = timers.filter((timer) => timer.ms !== ms)
  for (const { run } of due) run()
}

const stored = () => db.selectFrom('security_event').selectAll().orderBy('id').execute()

describe('security events', () => {
  it('are logged at once and stored a second later, with a hash instead of the address', async () => {
    const events = anEventLog()
    recordFrom(events, '192.0.2.7', { kind: 'login', detail: 'password' })
    expect(lines).toMatchObject([{ text: 'security event', facts: { event: 'login', count: 1, requestId: 'r1' } }])
    expect(await stored()).toEqual([])

    endTimers(1000)
    await events.flush()
    const [row] = await stored()
    expect(row).toMatchObject({ kind: 'login', detail: 'password', network_hash: expect.stringMatching(/^[\w-]{22}$/) })
    expect(JSON.stringify([row, lines])).not.toContain('192.0.2.7')
  })

  it('have the same hash for the same network, and another one in another installation', async () => {
    const events = anEventLog()
    for (const network of ['192.0.2.7', '192.0.2.8']) recordFrom(events, network, { kind: 'login' })
    recordFrom(events, '192.0.2.7', { kind: 'logout' })
    await events.flush()

    const other = new SecurityEvents({
      db,
      clock: () => now,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      secret: randomBytes(32),
    })
    recordFrom(other, '192.0.2.7', { kind: 'login' })
    await other.flush()

    const [first, second, third, foreign] = (await stored()).map((row) => row.network_hash)
    expect(third).toBe(first)
    expect(new Set([first, second, foreign]).size).toBe(3)
  })

  it('are counted if they repeat within a minute', async () => {
    const events = anEventLog()
    for (let i = 0; i < 50; i++) recordFrom(events, '192.0.2.7', { kind: 'limit-reached', detail: 'GET /a' })
    await events.flush()
    expect((await stored()).map(({ count }) => count)).toEqual([1])

    endTimers(60_000)
    await events.flush()
    expect((await stored()).map(({ count }) => count)).toEqual([1, 49])
    expect(lines).toHaveLength(2)
  })

  it('are limited for refusals, so that a flood does not displace a login', async () => {
    const events = anEventLog()
    for (let i = 0; i < 2500; i++) recordFrom(events, `192.0.${i >> 8}.${i & 255}`, { kind: 'forbidden' })
    recordFrom(events, '198.51.100.1', { kind: 'login' })
    await events.flush()

    const kinds = (await stored()).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'forbidden')).toHaveLength(2000)
    expect(kinds.at(-1)).toBe('login')
    expect(lines.some(({ text }) => text === 'too many security events, not recorded')).toBe(true)
  })

  it('wait for the database if it is out of reach', async () => {
    const events = anEventLog()
    recordFrom(events, '192.0.2.7', { kind: 'login' })
    await db.schema.alterTable('security_event').renameTo('security_event_away').execute()
    try {
      await events.flush()
    } finally {
      await db.schema.alterTable('security_event_away').renameTo('security_event').execute()
    }

    await events.flush()
    expect((await stored()).map(({ kind }) => kind)).toEqual(['login'])
  })

  it('are complete when the server stops', async () => {
    const events = anEventLog()
    for (let i = 0; i < 3; i++) recordFrom(events, '192.0.2.7', { kind: 'forbidden' })
    await events.close()
    expect((await stored()).map(({ count }) => count)).toEqual([1, 2])
  })
})
