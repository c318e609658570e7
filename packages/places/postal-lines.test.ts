import { describe, expect, it } from 'vitest'
import { countryOptions } from './countries.ts'
import { postalLines } from './postal-lines.ts'

const street = { line1: '12 High Street', line2: '', line3: '' }

describe('an address on paper', () => {
  it.each([
    ['FR', 'Ile-de-France', '75011', 'Paris', ['75011 Paris']],
    ['US', 'California', '95014', 'Cupertino', ['Cupertino, CA 95014']],
    ['GB', '', 'SW1A 1AA', 'London', ['London', 'SW1A 1AA']],
    ['CA', 'Ontario', 'K1A 0B1', 'Ottawa', ['Ottawa ON K1A 0B1']],
    ['JP', 'Tokyo', '100-0001', 'Chiyoda', ['Chiyoda', 'Tokyo', '100-0001']],
    ['CN', 'Guangdong', '518000', 'Shenzhen', ['Shenzhen', 'Guangdong, 518000']],
    ['DE', '', '10115', 'Berlin', ['10115 Berlin']],
  ])('follows the sequence of its country: %s', (country, state, postcode, city, town) => {
    expect(postalLines({ ...street, country, state, postcode, city })).toEqual(['12 High Street', ...town])
  })

  it.each(countryOptions('en').map(({ value }) => value))('names the street and the city once: %s', (country) => {
    const lines = postalLines({ ...street, country, state: '', postcode: '12345', city: 'Springfield' })
    expect(lines.filter((line) => line.includes('Springfield'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('12 High Street'))).toHaveLength(1)
    expect(lines.join('\n')).not.toMatch(/^[,-]|[,-]$/m)
  })
})
