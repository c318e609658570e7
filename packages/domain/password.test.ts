import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordFault } from './password.ts'

describe('a password (spec 5, AUT-6)', () => {
  it.each([
    ['', 'PASSWORD_TOO_SHORT'],
    ['aB3-é', 'PASSWORD_TOO_SHORT'],
    ['🔩🔩🔩🔩🔩', 'PASSWORD_TOO_SHORT'],
    ['aB3-é!', null],
    ['🔩🔩🔩🔩🔩🔩', null],
    ['      ', null],
    ['🔩'.repeat(256), null],
    ['x'.repeat(256), null],
    ['x'.repeat(257), 'PASSWORD_TOO_LONG'],
    ['x'.repeat(1_000_000), 'PASSWORD_TOO_LONG'],
    ['Password123', 'PASSWORD_TOO_COMMON'],
    ['azerty', 'PASSWORD_TOO_COMMON'],
  ])('reports for the password %j the fault %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault)
  })

  it('refuses a common password in any mix of upper and lower case', () => {
    const common = fc.constantFrom(...commonPasswords)
    fc.assert(
      fc.property(common, fc.infiniteStream(fc.boolean()), (password, upperCase) => {
        const spelled = [...password]
          .map((character) => (upperCase.next().value ? character.toUpperCase() : character))
          .join('')
        expect(passwordFault(spelled)).toBe('PASSWORD_TOO_COMMON')
      }),
    )
  })

  it('counts code points and applies only the minimum and maximum length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 6, max: 64 }), (password, min) => {
        fc.pre(!commonPasswords.has(password.toLowerCase()))
        const { length } = [...password]
        const longFault = length > 256 ? 'PASSWORD_TOO_LONG' : null
        expect(passwordFault(password, min)).toBe(length < min ? 'PASSWORD_TOO_SHORT' : longFault)
      }),
    )
  })
})
