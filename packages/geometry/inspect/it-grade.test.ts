import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itGradeOf, toleranceUnitUm } from './it-grade.ts'

/** ISO 286-1, table 1: widths in µm of IT5 to IT14, by the upper end of the step in mm. */
const printed: readonly (readonly [upToMm: number, ...widthsUm: number[]])[] = [
  [3, 4, 6, 10, 14, 25, 40, 60, 100, 140, 250],
  [6, 5, 8, 12, 18, 30, 48, 75, 120, 180, 300],
  [10, 6, 9, 15, 22, 36, 58, 90, 150, 220, 360],
  [18, 8, 11, 18, 27, 43, 70, 110, 180, 270, 430],
  [30, 9, 13, 21, 33, 52, 84, 130, 210, 330, 520],
  [50, 11, 16, 25, 39, 62, 100, 160, 250, 390, 620],
  [80, 13, 19, 30, 46, 74, 120, 190, 300, 460, 740],
  [120, 15, 22, 35, 54, 87, 140, 220, 350, 540, 870],
  [180, 18, 25, 40, 63, 100, 160, 250, 400, 630, 1000],
  [250, 20, 29, 46, 72, 115, 185, 290, 460, 720, 1150],
  [315, 23, 32, 52, 81, 130, 210, 320, 520, 810, 1300],
  [400, 25, 36, 57, 89, 140, 230, 360, 570, 890, 1400],
  [500, 27, 40, 63, 97, 155, 250, 400, 630, 970, 1550],
  [1000, 40, 56, 90, 140, 230, 360, 560, 900, 1400, 2300],
  [2000, 65, 92, 150, 230, 370, 600, 920, 1500, 2300, 3700],
]

describe('the ISO 286 grade of a tolerance', () => {
  it.each(printed)('matches the printed table at %d mm', (nominalMm, ...widthsUm) => {
    expect(widthsUm.map((um) => itGradeOf(nominalMm, um / 1000))).toEqual(widthsUm.map((_, index) => 5 + index))
  })

  it('becomes the coarser one only if its full width is allowed', () => {
    expect(itGradeOf(25, 0.021)).toBe(7)
    expect(itGradeOf(25, 0.032 * 0.95)).toBe(7)
    expect(itGradeOf(25, 0.033)).toBe(8)
  })

  it('is 4 for anything finer than IT5 and 16 for anything coarser than IT16', () => {
    expect(itGradeOf(25, 0.004)).toBe(4)
    expect(itGradeOf(25, 0)).toBe(4)
    expect(itGradeOf(25, 50)).toBe(16)
    expect(itGradeOf(1e9, 1e-9)).toBe(4)
  })

  it('grows with the width and falls with the size', () => {
    const size = fc.double({ min: 0.1, max: 4000, noNaN: true })
    const width = fc.double({ min: 1e-4, max: 10, noNaN: true })
    fc.assert(
      fc.property(size, size, width, width, (a, b, v, w) => {
        expect(itGradeOf(a, Math.max(v, w))).toBeGreaterThanOrEqual(itGradeOf(a, Math.min(v, w)))
        expect(itGradeOf(Math.max(a, b), w)).toBeLessThanOrEqual(itGradeOf(Math.min(a, b), w))
      }),
    )
  })

  it('uses the tolerance unit at the geometric mean of the size range', () => {
    expect(toleranceUnitUm(30)).toBeCloseTo(0.45 * Math.cbrt(Math.sqrt(18 * 30)) + 0.001 * Math.sqrt(18 * 30), 12)
    expect(toleranceUnitUm(18.001)).toBe(toleranceUnitUm(30))
    expect(toleranceUnitUm(800)).toBeCloseTo(0.004 * Math.sqrt(630 * 800) + 2.1, 12)
  })
})
