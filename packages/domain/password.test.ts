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
  ])('%j: %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault)
  })

  it('is refused in any case when it is among the commonest', () => {
    const common = fc.constantFrom(...commonPasswords)
    fc.assert(
      fc.property(common, fc.infiniteStream(fc.boolean()), (password, shouts) => {
        const spelled = [...password]
          .map((character) => (shouts.next().value ? character.toUpperCase() : character))
          .join('')
        expect(passwordFault(spelled)).toBe('PASSWORD_TOO_COMMON')
      }),
    )
  })

  it('is counted in characters as people see code points, within the bounds and no others', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 6, max: 64 }), (password, min) => {
        fc.pre(!commonPasswords.has(password.toLowerCase()))
        const { length } = [...password]
        expect(passwordFault(password, min)).toBe(
          length < min ? 'PASSWORD_TOO_SHORT' : length > 256 ? 'PASSWORD_TOO_LONG' : null,
        )
      }),
    )
  })
})
