import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { dateOfDay, localTimeOf } from './day.ts'
import { type PromiseRequest, promisedDates } from './promise.ts'

const promise = (given: Partial<PromiseRequest> & { at: string }) =>
  promisedDates(
    { workingDays: 3, transitDays: [2, 4], country: 'DE', ...given, orderedAt: Date.parse(given.at) },
    packagedCatalogue,
  )

describe('promised dates', () => {
  it.each([
    // Monday 16 November 2026; 17:00 in Shenzhen is 09:00 UTC.
    ['2026-11-16T00:00:00Z', '2026-11-16'],
    ['2026-11-16T09:00:00.000Z', '2026-11-16'],
    ['2026-11-16T09:00:00.001Z', '2026-11-17'],
    ['2026-11-16T15:59:59Z', '2026-11-17'],
    ['2026-11-16T16:00:00Z', '2026-11-17'],
    ['2026-11-20T09:00:00Z', '2026-11-20'],
    ['2026-11-20T09:00:01Z', '2026-11-23'],
    ['2026-11-21T01:00:00Z', '2026-11-23'],
    ['2026-11-22T12:00:00Z', '2026-11-23'],
    // Sunday in UTC, Monday morning in Shenzhen.
    ['2026-11-22T16:00:00Z', '2026-11-23'],
    // The eve of National Day after the cut-off, and within the holiday.
    ['2026-09-30T10:00:00Z', '2026-10-08'],
    ['2026-10-05T01:00:00Z', '2026-10-08'],
  ])('an order of %s starts on %s (cut-off 17:00 UTC+8, Monday to Friday)', (at, start) => {
    expect(promise({ at }).start).toBe(start)
  })

  it('count production from the start, and transit from the departure', () => {
    expect(promise({ at: '2026-11-16T02:00:00Z' })).toEqual({
      start: '2026-11-16',
      ship: '2026-11-19',
      deliveryEarliest: '2026-11-23',
      deliveryLatest: '2026-11-25',
    })
  })

  it('skip the holidays of the workshop in production', () => {
    expect(promise({ at: '2027-02-03T02:00:00Z', workingDays: 2 }).ship).toBe('2027-02-15')
    expect(promise({ at: '2026-09-29T02:00:00Z', workingDays: 2 }).ship).toBe('2026-10-08')
  })

  it('skip the holidays of France in transit, and none of Germany, which are not known', () => {
    // Ready on Tuesday 12 May 2026; Ascension is Thursday 14 May.
    const at = '2026-05-07T02:00:00Z'
    expect(promise({ at, country: 'FR' })).toMatchObject({
      ship: '2026-05-12',
      deliveryEarliest: '2026-05-15',
      deliveryLatest: '2026-05-19',
    })
    expect(promise({ at, country: 'DE' })).toMatchObject({
      deliveryEarliest: '2026-05-14',
      deliveryLatest: '2026-05-18',
    })
  })

  it('move with days off that the catalogue adds', () => {
    const extra = [
      { country: 'CN', from: '2026-11-17', to: '2026-11-18', name: { fr: 'Inventaire', en: 'Stock-taking' } },
    ]
    const catalogue = { ...packagedCatalogue, holidays: { workshop: 'CN', extra } }
    const orderedAt = Date.parse('2026-11-16T02:00:00Z')
    const dates = promisedDates({ orderedAt, workingDays: 3, transitDays: [2, 4], country: 'DE' }, catalogue)
    expect(dates.ship).toBe('2026-11-23')
  })

  it('never have the latest delivery before the earliest, even if a catalogue swaps them', () => {
    const dates = promise({ at: '2026-11-16T02:00:00Z', transitDays: [4, 2] })
    expect(dates.deliveryLatest).toBe(dates.deliveryEarliest)
  })

  const anyRequest = fc.record({
    orderedAt: fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2060-01-01') }),
    workingDays: fc.nat(60),
    transitDays: fc.constantFrom([1, 2], [2, 4], [7, 12]) as fc.Arbitrary<[number, number]>,
    country: fc.constantFrom('FR', 'DE', 'CN', 'US'),
  })

  it('are never in the past, and ascend', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { start, ship, deliveryEarliest, deliveryLatest } = promisedDates(request, packagedCatalogue)
        const today = dateOfDay(localTimeOf(request.orderedAt, 8).day)
        const dates = [today, start, ship, deliveryEarliest, deliveryLatest]
        expect([...dates].sort()).toEqual(dates)
        expect(deliveryEarliest > ship).toBe(true)
      }),
    )
  })

  it('are no earlier for a later order, more days of work or a slower carrier', () => {
    fc.assert(
      fc.property(anyRequest, fc.nat(10 * 86_400_000), fc.nat(5), (request, laterMs, more) => {
        const dates = Object.values(promisedDates(request, packagedCatalogue))
        const [fastest, slowest] = request.transitDays
        for (const worse of [
          { ...request, orderedAt: request.orderedAt + laterMs },
          { ...request, workingDays: request.workingDays + more },
          { ...request, transitDays: [fastest + more, slowest + more] as const },
        ]) {
          const others = Object.values(promisedDates(worse, packagedCatalogue))
          dates.forEach((date, index) => {
            expect(String(others[index]) >= date).toBe(true)
          })
        }
      }),
    )
  })
})
