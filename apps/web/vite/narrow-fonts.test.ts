import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { charactersOf, fontWeights } from './narrow-fonts.ts'

it('reads lists of single characters and ranges', () => {
  expect(charactersOf('U+0041-0044,U+20AC')).toBe('ABCD€')
})

describe('the styles', () => {
  it.each(Object.entries(fontWeights))('declare the weights that %s has', async (family, { min, max }) => {
    const styles = await readFile(join(import.meta.dirname, '../src/ui/theme/base.css'), 'utf8')
    const [face = ''] = styles.split('@font-face').filter((rule) => rule.includes(`/${family}-latin`))
    expect(face).toContain(`font-weight: ${min} ${max};`)
  })
})
