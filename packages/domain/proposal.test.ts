import { expect, it } from 'vitest'
import { exceedsSoloLimit } from './proposal.ts'

it.each([
  ['an amount at the limit', 1000_00, 0, false],
  ['an amount one cent above the limit', 1000_01, 0, true],
  ['a second part that reaches the limit', 400_00, 600_00, false],
  ['a second part that exceeds the limit', 400_01, 600_00, true],
  ['nothing after an exhausted limit', 0, 1000_00, false],
  ['nothing after an exceeded limit', 0, 1000_01, false],
  ['an amount without a bound', null, 0, true],
] as const)('judges %s', (_, amountMinor, earlierMinor, exceeds) => {
  expect(exceedsSoloLimit({ amountMinor, earlierMinor, limitMinor: 1000_00 })).toBe(exceeds)
})

it('lets nothing pass alone with a limit of 0', () => {
  expect(exceedsSoloLimit({ amountMinor: 1, earlierMinor: 0, limitMinor: 0 })).toBe(true)
})
