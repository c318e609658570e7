import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonPasswords as knownInBrowser } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const lines = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .split('\n')
  .slice(0, -1)

describe('the list of common passwords (B21)', () => {
  it('has at least 3,000, each once and sorted, none that the shortest length refuses anyway', () => {
    expect(lines.length).toBeGreaterThanOrEqual(3000)
    expect(lines).toEqual([...new Set(lines)].sort())
    expect(lines.filter((line) => line.length < 6 || line !== line.toLowerCase().trim())).toEqual([])
  })

  it('contains all that the browser knows', () => {
    expect([...knownInBrowser].filter((password) => !isCommonPassword(password))).toEqual([])
  })

  it.each(['Doudou123', 'printemps2026', 'MARSEILLE1', 'azertyuiopq', 'p@$$w0rd', '123456azerty', '741852963'])(
    'contains %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true)
    },
  )

  it.each(['123456789012', '111111111111', 'AzertyAzerty', 'qwertyuiopas'])(
    'contains %s, which is long enough for staff',
    (password) => {
      expect(isCommonPassword(password)).toBe(true)
    },
  )

  it.each(['Tournevis-42', 'Pied-a-coulisse', 'Trusquin-et-marbre', 'un cheval vert agrafe'])(
    'does not contain %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )
})
