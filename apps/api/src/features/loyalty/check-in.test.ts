import { dayIn, startOfNextDay } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#core/app-error.ts'
import { chooseTimeZone, getZoneStanding } from '#core/time-zone.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { startTime } from '#test/app.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { pointsOf } from '#test/orders/payments.ts'
import { rowsOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { checkIn } from './check-in.service.ts'

const app = useApp()

const dayMs = 86_400_000
const call = 'POST /global/loyalty/check-in'

async function aMember() {
  app.clock.now = new Date(startTime)
  const { id } = await aCustomer(app)
  const browser = await aBrowserOf(app, id)
  const check = async () => {
    browser.token = (await aBrowserOf(app, id)).token
    const { status, data, error } = await browser.call(call, {})
    return status === 200 ? data.checkIn : error.code
  }
  return { id, browser, check, points: () => pointsOf(app, id) }
}

const nextDay = (days = 1) => app.clock.advance((days * dayMs) / 1000)

describe('the daily check-in', () => {
  it('rewards seven days in a row, starts again after them and after a missed day', async () => {
    const member = await aMember()
    const balances: number[] = []
    for (let i = 0; i < 8; i++) {
      expect(await member.check()).toMatchObject({ isDone: true, streak: (i % 7) + 1 })
      balances.push(await member.points())
      nextDay()
    }
    expect(balances).toEqual([2, 4, 7, 10, 14, 18, 28, 30])

    nextDay()
    expect((await member.browser.call('GET /global/loyalty', {})).data.checkIn).toMatchObject({
      isDone: false,
      streak: 0,
      nextAt: null,
    })
    expect(await member.check()).toMatchObject({ streak: 1, monthDays: 9, monthPoints: 32 })
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })

  it('counts once per day of the customer’s time zone, also for ten requests at once', async () => {
    const member = await aMember()
    const browsers = await Promise.all(Array.from({ length: 10 }, () => aBrowserOf(app, member.id)))
    const answers = await Promise.all(browsers.map((browser) => browser.call(call, {})))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await member.points()).toBe(2)
    expect(await member.check()).toBe('CHECKED_IN')

    // 09:00 UTC is 10:00 in Paris: the next day begins there an hour before UTC.
    app.clock.now = new Date('2026-03-02T22:59:00Z')
    expect(await member.check()).toBe('CHECKED_IN')
    app.clock.now = new Date('2026-03-02T23:00:00Z')
    expect(await member.check()).toMatchObject({ today: '2026-03-03', streak: 2 })
  })

  it('gives the bonus on the twentieth day of a month, once', async () => {
    const member = await aMember()
    for (let i = 0; i < 21; i++) {
      await member.check()
      nextDay()
    }
    const cycle = 28
    expect(await member.points()).toBe(3 * cycle + 30)
    expect((await rowsOf(app, 'point_reward', { customer_id: member.id, task: 'check-in' })).length).toBe(22)
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })

  it('is closed to companies', async () => {
    const { id } = await aCustomer(app, { accountType: 'enterprise' })
    const browser = await aBrowserOf(app, id)
    expect((await browser.call(call, {})).error.code).toBe('NOT_A_MEMBER')
    expect((await browser.call('GET /global/loyalty', {})).error.code).toBe('NOT_A_MEMBER')
  })
})

describe('the time zone (PATCH account/me)', () => {
  const change = (browser: Awaited<ReturnType<typeof aMember>>['browser'], timeZone: string) =>
    browser.call('PATCH /global/account/me', { body: { timeZone } })

  it('applies from the next day on, and can change again after 30 days', async () => {
    const { id, browser } = await aMember()
    const zoneOf = async () => (await browser.call('GET /global/loyalty', {})).data.timeZone
    expect(await zoneOf()).toEqual({ name: 'Europe/Paris', isChosen: false, next: null, changeableAt: null })

    const { data } = await change(browser, 'America/New_York')
    const changeableAt = new Date(app.clock.now.getTime() + 30 * dayMs).toISOString()
    expect(data).toMatchObject({
      timeZone: 'America/New_York',
      hasChosenTimeZone: true,
      timeZoneChangeableAt: changeableAt,
    })
    const next = { name: 'America/New_York', from: '2026-03-02T23:00:00.000Z' }
    expect(await zoneOf()).toEqual({ name: 'Europe/Paris', isChosen: true, next, changeableAt })

    app.clock.now = new Date('2026-03-02T23:00:00Z')
    expect(await zoneOf()).toMatchObject({ name: 'America/New_York', next: null })
    expect((await browser.call('GET /global/loyalty', {})).data.checkIn.today).toBe('2026-03-02')

    expect((await change(browser, 'America/New_York')).status).toBe(200)
    expect((await change(browser, 'Asia/Tokyo')).error.issues).toMatchObject([
      { path: 'timeZone', code: 'TIME_ZONE_LOCKED' },
    ])
    nextDay(30)
    expect((await change(await aBrowserOf(app, id), 'Asia/Tokyo')).status).toBe(200)
  })

  it('must be a known one, and a refused one changes nothing else', async () => {
    const { browser } = await aMember()
    for (const timeZone of ['Mars/Olympus', '+02:00', ''])
      expect((await change(browser, timeZone)).error.issues).toMatchObject([{ code: 'TIME_ZONE_UNKNOWN' }])

    await change(browser, 'Asia/Tokyo')
    const both = { timeZone: 'Europe/Rome', company: 'Atelier' }
    expect((await browser.call('PATCH /global/account/me', { body: both })).status).toBe(422)
    expect((await browser.call('GET /global/account/me', {})).data.company).toBe('')
  })

  it('never lets more than k + 1 check-ins into k × 24 hours, whatever zones, hours and days', async () => {
    const zones = ['Pacific/Kiritimati', 'Pacific/Niue', 'Europe/Paris', 'America/Santiago', 'Asia/Kathmandu']
    const starts = ['2026-03-26T10:00:00Z', '2026-10-22T10:00:00Z', '2028-02-26T10:00:00Z']
    const step = fc.record({
      zone: fc.option(fc.constantFrom(...zones), { freq: 4 }),
      /** Towards the next day of the current zone, or some hours on. */
      hours: fc.oneof(fc.constant('next day' as const), fc.constantFrom(0.02, 1, 12, 23, 24, 170, 720)),
    })

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...starts),
        fc.array(step, { minLength: 8, maxLength: 20 }),
        async (start, steps) => {
          const { id } = await aMember()
          app.clock.now = new Date(start)
          for (const { zone, hours } of steps) {
            await tried(() => checkIn(app.deps, id))
            if (zone) await tried(() => choose(id, zone))
            const { name } = await standingOf(id)
            app.clock.now =
              hours === 'next day'
                ? startOfNextDay(name, app.clock.now)
                : new Date(app.clock.now.getTime() + hours * 3_600_000)
            await tried(() => checkIn(app.deps, id))
          }

          const checkIns = (await rowsOf(app, 'check_in', { customer_id: id })).sort(
            (a, b) => Number(a.at) - Number(b.at),
          )
          for (const [first, { at, day, time_zone }] of checkIns.entries()) {
            expect(dayIn(time_zone, at)).toBe(day)
            for (const [last, other] of checkIns.entries())
              if (last > first + 1)
                expect(Number(other.at) - Number(at)).toBeGreaterThanOrEqual((last - first - 1) * dayMs)
          }
        },
      ),
      { numRuns: 15 },
    )
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })
})

const choose = (customerId: string, timeZone: string) =>
  app.deps.db
    .transaction()
    .execute((trx) =>
      chooseTimeZone(trx, { customerId, timeZone, defaultZone: app.deps.config.timeZone }, app.clock.now),
    )

const standingOf = (customerId: string) =>
  getZoneStanding(app.deps.db, customerId, app.deps.config.timeZone, app.clock.now)

/** Refusals are part of the game. */
async function tried(attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
