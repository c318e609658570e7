import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languageFromHeader, languages } from './language.ts'

describe('the language of a request (spec 1, 9: French first, English second)', () => {
  it.each([
    [undefined, 'fr'],
    ['', 'fr'],
    ['*', 'fr'],
    ['fr', 'fr'],
    ['en', 'en'],
    ['EN-gb,fr;q=0.5', 'en'],
    ['fr-CA,en;q=0.9', 'fr'],
    ['de-DE,de;q=0.9,en;q=0.8,fr;q=0.7', 'en'],
    ['de,it', 'fr'],
    ['en;q=0.4,fr;q=0.9', 'fr'],
    ['en;q=0, fr', 'fr'],
    ['eng', 'fr'],
    ['enx-Latn, en', 'en'],
  ])('reads from the header "%s" the language %s', (header, language) => {
    expect(languageFromHeader(header)).toBe(language)
  })

  it('always returns a supported language', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (header) => {
        expect(languages).toContain(languageFromHeader(header))
      }),
    )
  })
})
