import { describe, expect, it } from 'vitest'
import { isLengthUnit, isPlausibleSideMm } from './units.ts'

describe('units of length', () => {
  it.each([
    [0.999, false],
    [1, true],
    [2000, true],
    [2000.1, false],
  ])('decide whether a longest side of %d mm is plausible (%s)', (side, plausible) => {
    expect(isPlausibleSideMm(side)).toBe(plausible)
  })

  it.each([
    ['inch', true],
    ['parsec', false],
    ['toString', false],
  ])('decide whether %s is a unit (%s)', (name, known) => {
    expect(isLengthUnit(name)).toBe(known)
  })
})
