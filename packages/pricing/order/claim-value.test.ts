import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClaimedLine, claimValueMinor } from './claim-value.ts'

describe('the value of claimed parts', () => {
  it.each<[string, ClaimedLine[], number, number]>([
    ['all parts without VAT', [{ paidMinor: 12_980, quantity: 10, claimed: 10 }], 0, 12_980],
    ['three of ten parts', [{ paidMinor: 12_980, quantity: 10, claimed: 3 }], 0, 3894],
    ['a third of a cent, rounded down', [{ paidMinor: 100, quantity: 3, claimed: 2 }], 0, 66],
    ['with VAT', [{ paidMinor: 12_980, quantity: 10, claimed: 5 }], 20, 7788],
    ['with a rate that floats cannot hold', [{ paidMinor: 10_000, quantity: 1, claimed: 1 }], 19.6, 11_960],
    ['nothing', [], 20, 0],
  ])('is their share of the price: %s', (_case, lines, vatPercent, valueMinor) => {
    expect(claimValueMinor(lines, vatPercent)).toBe(valueMinor)
  })

  it('never adds up to more than the line cost, however it is split into claims', () => {
    const split = fc.record({
      paidMinor: fc.nat(10_000_000),
      claims: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 }),
      vatPercent: fc.constantFrom(0, 5.5, 19.6, 20, 27),
    })
    fc.assert(
      fc.property(split, ({ paidMinor, claims, vatPercent }) => {
        const quantity = claims.reduce((sum, claimed) => sum + claimed, 0)
        const values = claims.map((claimed) => claimValueMinor([{ paidMinor, quantity, claimed }], vatPercent))
        const whole = claimValueMinor([{ paidMinor, quantity, claimed: quantity }], vatPercent)
        expect(values.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(whole)
      }),
    )
  })
})
