import { minorOf } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lowestTotal } from './lowest-total.ts'

const flat = (usd: number) => () => usd
const noLimit = Number.POSITIVE_INFINITY

describe('the total of a quantity', () => {
  it('is unit price times quantity', () => {
    expect(lowestTotal({ quantity: 7, unitUsd: flat(1.23), steps: [1], maxQuantity: noLimit })).toEqual({
      minor: 861,
      atQuantity: 7,
    })
  })

  const broken = (quantity: number) => (quantity < 10 ? 1 : 0.8)

  it('is that of the next break if it is lower', () => {
    const total = (quantity: number) => lowestTotal({ quantity, unitUsd: broken, steps: [1, 10], maxQuantity: noLimit })
    expect(total(7)).toEqual({ minor: 700, atQuantity: 7 })
    expect(total(8)).toEqual({ minor: 800, atQuantity: 8 })
    expect(total(9)).toEqual({ minor: 800, atQuantity: 10 })
    expect(total(10)).toEqual({ minor: 800, atQuantity: 10 })
    expect(total(11)).toEqual({ minor: 880, atQuantity: 11 })
  })

  it('ignores quantities that are not offered', () => {
    expect(lowestTotal({ quantity: 9, unitUsd: broken, steps: [1, 10], maxQuantity: 9 }).minor).toBe(900)
    expect(lowestTotal({ quantity: 9, unitUsd: broken, steps: [1, 10], maxQuantity: 10 }).minor).toBe(800)
  })

  it('rises with every part that shares a minimum price', () => {
    const unitUsd = (count: number) => 0.32 * (0.25 + 0.75 / count)
    const totals = [1, 2, 3, 4, 5].map(
      (quantity) => lowestTotal({ quantity, unitUsd, steps: [1], maxQuantity: noLimit }).minor,
    )
    expect(totals).toEqual([32, 40, 48, 56, 65])
  })

  it.each([
    [291, 9312, 291],
    [292, 9331, 301],
    [300, 9331, 301],
    [301, 9331, 301],
    [302, 9362, 302],
  ])('%i parts cost %i cents where the unit price loses a cent at 301', (quantity, minor, atQuantity) => {
    const request = { unitUsd: (count: number) => 0.31 + 1.5 / count, steps: [1], maxQuantity: noLimit }
    expect(lowestTotal({ ...request, quantity })).toEqual({ minor, atQuantity })
  })

  it('finds that cent after a step too', () => {
    const unitUsd = (count: number) => (count < 292 ? 0.4 : 0.31 + 1.5 / count)
    const request = { unitUsd, steps: [1, 292], maxQuantity: noLimit }
    expect(lowestTotal({ ...request, quantity: 280 })).toEqual({ minor: 9331, atQuantity: 301 })
    expect(lowestTotal({ ...request, quantity: 280, maxQuantity: 300 })).toEqual({ minor: 9344, atQuantity: 292 })
  })

  it('is right if the next part needs another mould', () => {
    const unitUsd = (count: number) => 0.31 + (1.5 + (count > 292 ? 0.02 : 0)) / count
    const least = Math.min(...Array.from({ length: 60 }, (_, i) => (292 + i) * minorOf(unitUsd(292 + i))))
    expect(lowestTotal({ quantity: 292, unitUsd, steps: [1], maxQuantity: noLimit }).minor).toBe(least)
  })

  it('is the lowest of all larger quantities', () => {
    const factors = fc.array(fc.double({ min: 0.8, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(
        fc.double({ min: 0.02, max: 50, noNaN: true }),
        fc.double({ min: 0, max: 200, noNaN: true }),
        factors.map((list) => list.toSorted((a, b) => b - a)),
        fc.integer({ min: 1, max: 260 }),
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        (eachUsd, onceUsd, breaks, quantity, minimum) => {
          const steps = [1, 10, 50, 100]
          const factorAt = (count: number) => [1, ...breaks][steps.filter((step) => count >= step).length - 1] ?? 1
          const unitUsd = (count: number) =>
            Math.max((eachUsd + onceUsd / count) * factorAt(count), eachUsd * minimum * (0.25 + 0.75 / count))
          let least = Number.POSITIVE_INFINITY
          for (let count = quantity; count <= 3 * quantity + 300; count++) {
            least = Math.min(least, count * minorOf(unitUsd(count)))
          }

          expect(lowestTotal({ quantity, unitUsd, steps, maxQuantity: noLimit }).minor).toBe(least)
        },
      ),
    )
  })
})
