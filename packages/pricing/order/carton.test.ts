import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import {
  type Block,
  cartonOf,
  grossKg,
  longestFirst,
  maxNetKg,
  maxVolumeCm3,
  type SizeMm,
  volumeCm3,
} from './carton.ts'

const { shipping } = packagedCatalogue

const block = (sizeMm: SizeMm, given: Partial<Block> = {}): Block => ({
  sizeMm,
  netKg: 1,
  fragile: false,
  gapMm: 0,
  ...given,
})

const sizeOf = (sizeMm: SizeMm, given: Partial<Block> = {}, single = false): SizeMm | undefined =>
  cartonOf(block(sizeMm, given), shipping, single)?.sizeMm

describe('a carton (catalogue 6)', () => {
  it('makes a carton as large as its content × 1.35 + 2 × 30 mm, in whole millimetres', () => {
    expect(sizeOf([200, 100, 40])).toEqual([330, 195, 114])
    expect(sizeOf([254, 152, 150])).toEqual([403, 266, 263])
  })

  it('gives fragile parts 1.2 times the volume, over all sides', () => {
    // 200 × 1.35 × ∛1.2 is 286.9.
    expect(sizeOf([200, 100, 40], { fragile: true })).toEqual([347, 204, 118])
  })

  it('weighs a carton 0.15 kg more than its content, or 8 % if that is more', () => {
    expect(grossKg(0, shipping)).toBe(0.15)
    expect(grossKg(1, shipping)).toBe(1.15)
    expect(grossKg(1.875, shipping)).toBeCloseTo(2.025, 12)
    expect(grossKg(10, shipping)).toBeCloseTo(10.8, 12)
    expect(cartonOf(block([100, 100, 100], { netKg: 10 }), shipping)?.weightKg).toBeCloseTo(10.8, 12)
  })

  it('refuses a carton above 68 kg', () => {
    expect(maxNetKg(shipping)).toBeCloseTo(68 / 1.08, 12)
    expect(maxNetKg({ ...shipping, maxPieceKg: 1 })).toBeCloseTo(0.85, 12)
    expect(cartonOf(block([100, 100, 100], { netKg: maxNetKg(shipping) }), shipping)).toBeDefined()
    expect(cartonOf(block([100, 100, 100], { netKg: maxNetKg(shipping) + 0.001 }), shipping)).toBeUndefined()
  })

  it('limits a side to 120 cm, and refuses larger content', () => {
    expect(sizeOf([844, 20, 20])).toEqual([1200, 87, 87])
    expect(sizeOf([1000, 20, 20])).toEqual([1200, 87, 87])
    expect(sizeOf([1140, 20, 20])).toEqual([1200, 87, 87])
    expect(sizeOf([1140.1, 20, 20])).toBeUndefined()
    expect(sizeOf([1140.1, 20, 20], {}, true)).toBeUndefined()
  })

  it('limits length plus girth to 330 cm; a single part may have padding alone', () => {
    // 735 + 2 × (645 + 637) = 3299; 3301 with two millimetres more.
    expect(sizeOf([500, 433, 427])).toEqual([735, 645, 637])
    expect(sizeOf([500, 433, 428])).toBeUndefined()
    expect(sizeOf([500, 433, 428], {}, true)).toEqual([560, 493, 488])
    expect(cartonOf(block([500, 433, 428]), shipping)).toBeUndefined()

    // 760 + 2 × (660 + 610) = 3300.
    expect(sizeOf([700, 600, 550], {}, true)).toEqual([760, 660, 610])
    expect(sizeOf([700, 600, 550.1], {}, true)).toBeUndefined()
  })

  it('refuses a size that is not a number', () => {
    expect(sizeOf([Number.NaN, 10, 10], {}, true)).toBeUndefined()
    expect(sizeOf([10, 10, 10], { netKg: Number.NaN }, true)).toBeUndefined()
    expect(sizeOf([Number.POSITIVE_INFINITY, 10, 10], {}, true)).toBeUndefined()
  })

  it('sorts the sides of a carton longest first', () => {
    const side = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(side, side, side, (a, b, c) => {
        expect(longestFirst(a, b, c)).toEqual([a, b, c].sort((one, other) => other - one))
        expect(volumeCm3(longestFirst(a * 100, b * 100, c * 100))).toBe(a * b * c * 1000)
      }),
    )
  })

  it('never makes a carton larger than the volume that limits the search', () => {
    expect(maxVolumeCm3(shipping)).toBe(332_750)
    expect(maxVolumeCm3({ ...shipping, maxPieceCm: 10 })).toBe(1000)

    const side = fc.double({ min: 0.1, max: 1200, noNaN: true })
    fc.assert(
      fc.property(side, side, side, fc.boolean(), (a, b, c, fragile) => {
        const size = sizeOf(longestFirst(a, b, c), { fragile }, true)
        if (!size) return
        expect(volumeCm3(size)).toBeLessThanOrEqual(maxVolumeCm3(shipping))
        expect(size[0]).toBeGreaterThanOrEqual(size[1])
        expect(size[1]).toBeGreaterThanOrEqual(size[2])
      }),
    )
  })
})
