import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Db, openDatabase } from '#db/database.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'

const budget = { max: 3, windowSeconds: 60 }

let db: Db
let now: Date
let limiter: RateLimiter
let otherServer: RateLimiter

beforeAll(async () => {
  db = openDatabase(await copyDatabase())
})

afterAll(() => db.destroy())

beforeEach(async () => {
  await db.deleteFrom('rate_limit').execute()
  now = new Date('2026-03-02T09:00:00Z')
  limiter = createRateLimiter(db, () => now)
  otherServer = createRateLimiter(db, () => now)
})

function pass(seconds: number) {
  now = new Date(now.getTime() + seconds * 1000)
}

const spend = (subject: string) => limiter.spend(subject, budget)

describe('a rate limit', () => {
  it('allows its number of uses and then returns the seconds to wait', async () => {
    expect([await spend('a'), await spend('a'), await spend('a')]).toEqual([null, null, null])
    pass(20)
    expect(await spend('a')).toBe(40)
  })

  it('resets at the end of its window', async () => {
    for (let use = 0; use < 4; use++) await spend('a')
    pass(59)
    expect(await spend('a')).toBe(1)
    pass(1)
    expect(await spend('a')).toBeNull()
  })

  it('is exact across servers with concurrent calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? limiter : otherServer).spend('a', { max: 17, windowSeconds: 60 }),
      ),
    )
    expect(answers.filter((wait) => wait === null)).toHaveLength(17)
  })

  it('counts every key separately', async () => {
    for (let use = 0; use < 4; use++) await spend('a')
    expect(await spend('b')).toBeNull()
  })

  it('can be checked without counting, and reset', async () => {
    for (let use = 0; use < 3; use++) await spend('a')
    expect(await limiter.exceeded('a', budget)).toBe(60)
    expect(await limiter.exceeded('b', budget)).toBeNull()
    await limiter.forget('a')
    expect(await limiter.exceeded('a', budget)).toBeNull()
  })
})

describe('the rate limit table', () => {
  it('contains no address (PRI-1)', async () => {
    await spend('POST /login field:email canary@example.com')
    expect(JSON.stringify(await db.selectFrom('rate_limit').selectAll().execute())).not.toContain('canary')
  })

  it('loses rows whose window has ended', async () => {
    await spend('old')
    pass(60)
    await spend('new')
    await limiter.sweep()
    expect(await db.selectFrom('rate_limit').select('count').execute()).toEqual([{ count: 1 }])
    expect(await limiter.exceeded('new', { max: 1, windowSeconds: 60 })).toBe(60)
  })
})
