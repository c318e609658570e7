import { describe, expect, it } from 'vitest'
import { allPieces, type CheckedCharacteristic, isWithinLimits, minFailedPieces, missingChecks } from './inspection.ts'

const perPiece = (...verdicts: boolean[]): CheckedCharacteristic => ({
  isPerPiece: true,
  values: verdicts.map((isGood, index) => ({ piece: index + 1, isGood })),
})
const ofAll = (...verdicts: boolean[]): CheckedCharacteristic => ({
  isPerPiece: false,
  values: verdicts.map((isGood) => ({ piece: allPieces, isGood })),
})

describe('a measured value', () => {
  it.each([
    [99.7, true],
    [100.3, true],
    [99.699, false],
    [100.301, false],
  ])('is good within its limits: %s mm within 99.7 and 100.3: %s', (valueMm, isGood) => {
    expect(isWithinLimits({ lowerMm: 99.7, upperMm: 100.3 }, valueMm)).toBe(isGood)
  })
})

describe('the checks of a plan', () => {
  it('are missing until each sampled piece and all pieces together have a verdict', () => {
    expect(missingChecks([perPiece(), ofAll()], 3)).toBe(4)
    expect(missingChecks([perPiece(true, false), ofAll(true)], 3)).toBe(1)
    expect(missingChecks([perPiece(true, true, true), ofAll(true)], 3)).toBe(0)
  })

  it('fail a piece once, however many of its checks fail', () => {
    expect(minFailedPieces([perPiece(true, false), perPiece(true, false), ofAll(true)])).toBe(1)
    expect(minFailedPieces([perPiece(false, true), perPiece(true, false)])).toBe(2)
  })

  it('fail at least one piece if all pieces together fail', () => {
    expect(minFailedPieces([perPiece(true, true), ofAll(false)])).toBe(1)
    expect(minFailedPieces([perPiece(true, true), ofAll(true)])).toBe(0)
  })
})
