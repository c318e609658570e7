import { describe, expect, it } from 'vitest'
import { regionsOf } from './regions.ts'
import { stateCodes, writtenState } from './state-codes.ts'

describe('codes of states', () => {
  it.each(Object.keys(stateCodes))('are those of the regions of %s', (country) => {
    const regions = regionsOf(country).map(({ name, code }) => [name, code])
    expect(stateCodes[country]).toEqual(Object.fromEntries(regions))
  })

  it.each([
    ['US', 'California', 'CA'],
    ['US', 'ca', 'CA'],
    ['BR', 'Sao Paulo', 'SP'],
    ['CA', 'Québec', 'QC'],
    ['US', 'Elsewhere', 'Elsewhere'],
    ['FR', 'Île-de-France', 'Île-de-France'],
  ])('in %s, %s is written as %s', (country, state, written) => {
    expect(writtenState(country, state)).toBe(written)
  })
})
