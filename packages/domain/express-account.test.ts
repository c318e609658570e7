import { expect, it } from 'vitest'
import { isExpressAccountOf, plainExpressAccount } from './express-account.ts'

it.each([
  ['dhl', '123456789', true],
  ['dhl', '12345678', false],
  ['fedex', '123456789', true],
  ['fedex', '1234567890', false],
  ['sf', '1234567890', true],
  ['sf', '12345678A0', false],
  ['sf', '', false],
] as const)('an account number of %s may be "%s": %s', (carrier, number, fits) => {
  expect(isExpressAccountOf(carrier, number)).toBe(fits)
})

it('removes what stands between the digits of an account number', () => {
  expect(plainExpressAccount(' 123-456.789 ')).toBe('123456789')
})
