import { expect, it, vi } from 'vitest'
import { countryName } from './country-name.ts'

it('names a country in the language of the page', () => {
  expect(countryName('DE', 'fr')).toBe('Allemagne')
  expect(countryName('DE', 'en')).toBe('Germany')
})

it('loads the names of a language once', () => {
  const created = vi.spyOn(Intl, 'DisplayNames')
  expect([countryName('FR', 'es'), countryName('DE', 'es')]).toEqual(['Francia', 'Alemania'])
  expect(created).toHaveBeenCalledTimes(1)
})
