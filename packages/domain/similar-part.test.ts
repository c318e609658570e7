import { describe, expect, it } from 'vitest'
import { type ComparedPart, mostSimilarParts, partSimilarity } from './similar-part.ts'

/** A block by its sides. */
const block = (length: number, width: number, height: number, traits: Partial<ComparedPart> = {}): ComparedPart => ({
  fingerprint: `block ${length} ${width} ${height}`,
  volumeMm3: length * width * height,
  areaMm2: 2 * (length * width + width * height + length * height),
  sizeMm: [length, width, height],
  process: 'milling',
  ...traits,
})

const scaled = (factor: number) => block(40 * factor, 30 * factor, 20 * factor)

describe('the similarity of two parts', () => {
  it('is 1 for the same shape, whatever a rounded measure says', () => {
    const part = block(40, 30, 20)
    expect(partSimilarity(part, { ...part, areaMm2: part.areaMm2 * 1.001 })).toBe(1)
  })

  it('is 1/2 for one that is twice or half as large in everything', () => {
    expect(partSimilarity(scaled(1), scaled(2))).toBeCloseTo(1 / 2)
    expect(partSimilarity(scaled(1), scaled(0.5))).toBeCloseTo(1 / 2)
  })

  it('is the same in both directions', () => {
    const plate = block(200, 100, 2)
    expect(partSimilarity(scaled(1), plate)).toBeCloseTo(partSimilarity(plate, scaled(1)))
  })

  it('is lower for a hollow part of the same size', () => {
    const solid = block(40, 30, 20)
    const hollow = block(40, 30, 20, { fingerprint: 'hollow', volumeMm3: solid.volumeMm3 / 5 })
    expect(partSimilarity(solid, hollow)).toBeLessThan(0.85)
  })

  it('is lower by a third for another process', () => {
    const printed = block(40, 30, 20, { process: 'sls' })
    expect(partSimilarity(block(40, 30, 20), printed)).toBeCloseTo(2 / 3)
  })

  it('ignores a process that is unknown', () => {
    expect(partSimilarity(block(40, 30, 20), block(40, 30, 20, { process: null }))).toBe(1)
  })

  it('is a number for a sheet without thickness', () => {
    const sheet = block(40, 30, 0, { volumeMm3: 0 })
    expect(partSimilarity(sheet, block(40, 30, 20))).toBeGreaterThan(0)
  })
})

describe('the most similar parts', () => {
  it('are the best ones first, and no more than asked for', () => {
    const candidates = [scaled(3), scaled(1.1), scaled(0.2), scaled(1.3)]
    const found = mostSimilarParts(scaled(1), candidates, 2)

    expect(found.map(({ candidate }) => candidate)).toEqual([scaled(1.1), scaled(1.3)])
    expect(found[0]?.similarity).toBeCloseTo(1 / 1.1)
  })

  it('are none if nothing was priced', () => {
    expect(mostSimilarParts(scaled(1), [], 5)).toEqual([])
  })
})
