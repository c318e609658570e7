import { describe, expect, it } from 'vitest'
import { matchingOptions } from '#ui/search-select.tsx'
import { phoneCodeOptions } from './phone-fields.tsx'

const countries = [
  { country: 'US', phoneCode: '+1' },
  { country: 'FR', phoneCode: '+33' },
  { country: 'CA', phoneCode: '+1' },
]

describe('phone codes', () => {
  it('offers each code once, with all its countries in the reader’s language', () => {
    expect(phoneCodeOptions(countries, 'fr')).toEqual([
      { value: '+1', label: '+1 Canada, États-Unis' },
      { value: '+33', label: '+33 France' },
    ])
    expect(phoneCodeOptions(countries, 'en')[0]?.label).toBe('+1 Canada, United States')
  })

  it.each(['etats', 'ÉTATS', '+1', ' canada'])('finds +1 by %j', (search) => {
    expect(matchingOptions(phoneCodeOptions(countries, 'fr'), search).map((option) => option.value)).toEqual(['+1'])
  })
})
