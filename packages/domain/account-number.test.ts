import { expect, it } from 'vitest'
import { groupedAccountNumber } from './account-number.ts'

it.each([
  ['FR7630006000011234567890189', 'FR76 3000 6000 0112 3456 7890 189'],
  ['GB29NWBK60161331926819', 'GB29 NWBK 6016 1331 9268 19'],
  ['DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
  ['000123456789', '000123456789'],
])('prints the account %s as %s', (account, printed) => {
  expect(groupedAccountNumber(account)).toBe(printed)
})
