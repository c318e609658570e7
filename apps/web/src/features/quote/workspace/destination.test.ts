import { beforeEach, describe, expect, it } from 'vitest'
import { browserStorage } from '#lib/browser-storage.ts'
import { rememberCountry } from '#lib/home-country.ts'
import { likelyCountry } from './destination.ts'
import { smallCatalogue } from './workspace.fixture.ts'

describe('the country of a project without a choice', () => {
  beforeEach(() => browserStorage.remove('quote.country'))

  it.each([
    ['the time zone, although the language is American', 'Europe/Paris', ['en-US', 'en'], 'FR'],
    ['any time zone of a large country', 'America/Denver', ['en'], 'US'],
    ['the language where the time zone says nothing', 'UTC', ['fr', 'fr-CH'], 'CH'],
    ['the region after a script', 'UTC', ['zh-Hant-HK'], 'HK'],
    ['the workshop if nothing is known', 'UTC', ['fr', 'es-419'], 'CN'],
  ])('follows %s', (_name, timeZone, languages, country) => {
    expect(likelyCountry(smallCatalogue, { timeZone, languages })).toBe(country)
  })

  it('is the last one chosen in this browser', () => {
    rememberCountry('NO')
    expect(likelyCountry(smallCatalogue, { timeZone: 'Europe/Paris', languages: [] })).toBe('NO')
  })

  it('ignores anything else that was stored', () => {
    browserStorage.set('quote.country', 'Norway')
    expect(likelyCountry(smallCatalogue, { timeZone: 'Europe/Paris', languages: [] })).toBe('FR')
  })
})
