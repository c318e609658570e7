import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { grossKg, maxNetKg, volumeCm3 } from './carton.ts'
import { type Carton, type PackedPart, packingOf } from './packing.ts'

const { shipping } = packagedCatalogue

const part = (sizeMm: PackedPart['sizeMm'], weightG: number, quantity = 1, fragile = false): PackedPart => ({
  sizeMm,
  weightG,
  quantity,
  fragile,
})

function cartonsOf(...parts: PackedPart[]): readonly Carton[] {
  const packing = packingOf(parts, shipping)
  if ('refusal' in packing) throw new Error(packing.refusal.code)
  return packing.cartons
}

/** How many of each part lie in all cartons together. */
const packedQuantities = (parts: readonly PackedPart[], cartons: readonly Carton[]): number[] =>
  parts.map((_, index) =>
    cartons
      .flatMap(({ count, parts: inside }) => inside.map((content) => ({ ...content, count })))
      .filter((content) => content.part === index)
      .reduce((total, { count, quantity }) => total + count * quantity, 0),
  )

describe('packing', () => {
  it('puts two shells of 254 × 150 × 152 mm into one carton of 11 kg volumetric (catalogue 6)', () => {
    const [carton, ...others] = cartonsOf(part([254, 150, 152], 350, 2))
    expect(others).toEqual([])
    // Side by side at the pad's distance: 254 × 152 × (2 × 150 + 30) or 254 × (2 × 152 + 30) × 150.
    expect(carton).toEqual({ sizeMm: [511, 403, 263], weightKg: 0.85, count: 1, parts: [{ part: 0, quantity: 2 }] })
  })

  it('puts the same two shells into the same carton as two lines', () => {
    const [carton, ...others] = cartonsOf(part([254, 150, 152], 350), part([152, 254, 150], 350))
    expect(others).toEqual([])
    expect(carton?.sizeMm).toEqual([511, 403, 263])
    expect(carton?.parts).toEqual([
      { part: 0, quantity: 1 },
      { part: 1, quantity: 1 },
    ])
  })

  it('packs one part into one carton, in any orientation', () => {
    const expected = [{ sizeMm: [195, 141, 101], weightKg: 0.1975, count: 1, parts: [{ part: 0, quantity: 1 }] }]
    expect(cartonsOf(part([100, 60, 30], 47.5))).toEqual(expected)
    expect(cartonsOf(part([30, 100, 60], 47.5))).toEqual(expected)
  })

  it('packs parts in a grid near a cube, small ones a fifth of their thickness apart', () => {
    // Eight cubes of 50 mm: 2 × 2 × 2, 110 mm with the gap of 10.
    expect(cartonsOf(part([50, 50, 50], 10, 8))[0]?.sizeMm).toEqual([209, 209, 209])
    // Ten rods: 1200 is the limit, 3 × 4 across with gaps of 2.
    expect(cartonsOf(part([1000, 10, 10], 270, 10))[0]?.sizeMm).toEqual([1200, 123, 106])
    // A hundred plates lie on each other.
    expect(cartonsOf(part([300, 300, 2], 100, 100))[0]?.sizeMm).toEqual([465, 465, 384])
  })

  it('gives a carton with a fragile part more room', () => {
    const usual = cartonsOf(part([80, 60, 40], 100), part([70, 60, 40], 100))
    const fragile = cartonsOf(part([80, 60, 40], 100), part([70, 60, 40], 100, 1, true))
    expect(usual).toHaveLength(1)
    expect(fragile).toHaveLength(1)
    expect(volumeCm3(fragile[0]?.sizeMm ?? [0, 0, 0])).toBeGreaterThan(volumeCm3(usual[0]?.sizeMm ?? [0, 0, 0]))
  })

  it('counts full cartons, and combines the rest', () => {
    // 6296 parts of 10 g are 62.96 kg: with the carton 68 kg.
    const cartons = cartonsOf(part([20, 20, 10], 10, 100_000))
    expect(cartons.map(({ count, parts }) => [count, parts[0]?.quantity])).toEqual([
      [15, 6296],
      [1, 5560],
    ])
    expect(cartonsOf(part([20, 20, 10], 10, 6296))).toHaveLength(1)
    expect(cartonsOf(part([20, 20, 10], 10, 2 * 6296)).map(({ count }) => count)).toEqual([1, 1])
  })

  it.each([
    // Light cubes: the sides of the carton are the limit, not its weight.
    [[100, 100, 100], 10, 1000, [[843, 681, 519], 16, 60, 0.75], [[843, 519, 519], 1, 40, 0.55]],
    [[100, 100, 100], 0, 1000, [[843, 681, 519], 16, 60, 0.15], [[843, 519, 519], 1, 40, 0.15]],
    // 15 of them would lie in a larger carton of their own than 16 do; 29 in none at all.
    [[410, 150, 80], 100, 63, [[935, 614, 557], 3, 16, 1.75], [[935, 614, 557], 1, 15, 1.65]],
    [[220, 160, 70], 100, 89, [[989, 609, 511], 2, 30, 3.24], [[989, 609, 511], 1, 29, 3.132]],
    // Two fit by weight and volume, but not by the girth.
    [[600, 400, 300], 10_000, 2, [[870, 600, 465], 1, 1, 10.8], [[870, 600, 465], 1, 1, 10.8]],
  ] as const)('fills cartons with parts of %j mm and %i g, %i of them', (sizeMm, weightG, quantity, ...expected) => {
    const cartons = cartonsOf(part(sizeMm, weightG, quantity))
    expect(
      cartons.map((own) => [own.sizeMm, own.count, own.parts[0]?.quantity, Math.round(own.weightKg * 1e6) / 1e6]),
    ).toEqual(expected)
  })

  it('packs any number of parts without delay', () => {
    const cartons = cartonsOf(part([600, 400, 300], 10_000, 1_000_000_000))
    expect(cartons.map(({ count }) => count)).toEqual([999_999_999, 1])
  })

  it('does not put a rod into the carton of a cube: two cartons are smaller', () => {
    const cartons = cartonsOf(part([1000, 10, 10], 270), part([300, 300, 300], 2000))
    expect(cartons.map(({ parts }) => parts[0]?.part)).toEqual([1, 0])
  })

  it('packs two rods together though the carton of a cube takes neither', () => {
    const cartons = cartonsOf(part([300, 300, 300], 2000), part([1000, 10, 10], 270), part([1000, 10, 10], 270))
    expect(cartons.map(({ sizeMm, parts }) => [sizeMm, parts.map((own) => own.part)])).toEqual([
      [[465, 465, 465], [0]],
      [
        [1200, 90, 74],
        [1, 2],
      ],
    ])
  })

  it('adds a small part to the carton with the rest of a large order', () => {
    const cartons = cartonsOf(part([410, 150, 80], 100, 63), part([20, 20, 20], 5))
    expect(cartons.map(({ sizeMm, count, parts }) => [sizeMm, count, parts])).toEqual([
      [[935, 614, 557], 3, [{ part: 0, quantity: 16 }]],
      [
        [935, 614, 557],
        1,
        [
          { part: 0, quantity: 15 },
          { part: 1, quantity: 1 },
        ],
      ],
    ])
  })

  it('packs parts that are too large for filling with padding alone', () => {
    const alone = { sizeMm: [560, 493, 488], weightKg: 1.15, count: 1, parts: [{ part: 0, quantity: 1 }] }
    expect(cartonsOf(part([500, 433, 428], 1000))).toEqual([alone])
    expect(cartonsOf(part([500, 433, 428], 1000, 2))).toEqual([alone, alone])
  })

  it.each([7, 10])('fills a carton to the very 68 kg with %i parts', (quantity) => {
    const weightG = (1000 * maxNetKg(shipping)) / quantity
    const cartons = cartonsOf(part([20, 20, 20], weightG, 2 * quantity))
    expect(cartons.map((own) => own.parts)).toEqual([[{ part: 0, quantity }], [{ part: 0, quantity }]])
  })

  it('packs small parts beside large ones, in a carton smaller than two', () => {
    const cartons = cartonsOf(part([20, 20, 20], 10, 30), part([100, 60, 30], 47, 10), part([50, 50, 50], 100, 4))
    expect(cartons).toHaveLength(1)
    expect(cartons[0]?.sizeMm).toEqual([295, 259, 242])
    expect(cartons[0]?.weightKg).toBeCloseTo(1.17 + 0.15, 9)
  })

  it('does not put more than 68 kg together', () => {
    expect(cartonsOf(part([200, 200, 200], 31_000), part([200, 200, 199], 31_000))).toHaveLength(1)
    expect(cartonsOf(part([200, 200, 200], 32_000), part([200, 200, 199], 32_000))).toHaveLength(2)
  })

  it('needs no cartons without parts', () => {
    expect(cartonsOf()).toEqual([])
  })

  it.each([
    [[1140, 10, 10], 'cartons'],
    [[1140.1, 10, 10], 'too-large-to-ship'],
    [[900, 600, 500], 'too-large-to-ship'],
    [[Number.NaN, 10, 10], 'too-large-to-ship'],
  ] as const)('says of a part of %j mm: %s', (sizeMm, expected) => {
    const packing = packingOf([part([10, 10, 10], 5), part(sizeMm, 500)], shipping)
    if ('cartons' in packing) expect(expected).toBe('cartons')
    else {
      const { code, field, detail } = packing.refusal
      expect({ code, field }).toEqual({ code: expected, field: 'lines.1.sizeMm' })
      expect(detail).toEqual({ longestMm: Math.max(...sizeMm), mostMm: 1200 })
    }
  })

  it('refuses a part that is too heavy', () => {
    expect(packingOf([part([300, 300, 300], 62_962)], shipping)).toHaveProperty('cartons')
    expect(packingOf([part([300, 300, 300], 70_000, 3)], shipping)).toEqual({
      refusal: {
        code: 'too-heavy-to-ship',
        field: 'lines.0.weightG',
        detail: { weightKg: 75.6, mostKg: 68 },
      },
    })
  })

  it('refuses a part of the heaviest allowed weight as too large, if it is', () => {
    const bare = { ...shipping, packing: { ...shipping.packing, tareKg: 0, tareShare: 0 } }
    const codeOf = (weightG: number) => {
      const packing = packingOf([part([1300, 10, 10], weightG)], bare)
      return 'refusal' in packing && packing.refusal.code
    }
    expect(codeOf(68_000)).toBe('too-large-to-ship')
    expect(codeOf(68_001)).toBe('too-heavy-to-ship')
  })

  const side = fc.double({ min: 0, max: 600, noNaN: true })
  const anyPart = fc.record({
    sizeMm: fc.tuple(side, side, side),
    weightG: fc.double({ min: 0, max: 60_000, noNaN: true }),
    quantity: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 })),
    fragile: fc.boolean(),
  })

  it('packs every part once, in cartons that carriers take and that are large enough', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { maxLength: 8 }), (parts) => {
        const packing = packingOf(parts, shipping)
        if ('refusal' in packing) {
          expect(packing.refusal.code).toBe('too-large-to-ship')
          return
        }

        expect(packedQuantities(parts, packing.cartons)).toEqual(parts.map(({ quantity }) => quantity))

        for (const { sizeMm, weightKg, parts: inside } of packing.cartons) {
          const [length, width, height] = sizeMm
          expect(length).toBeLessThanOrEqual(1200)
          expect(length + 2 * (width + height)).toBeLessThanOrEqual(3300)
          expect(weightKg).toBeLessThanOrEqual(68 + 1e-9)

          const contents = inside.map(({ part: index, quantity }) => ({ ...(parts[index] as PackedPart), quantity }))
          const netKg = contents.reduce((sum, { weightG, quantity }) => sum + (weightG * quantity) / 1000, 0)

          expect(weightKg).toBeCloseTo(grossKg(netKg, shipping), 6)

          const volume = contents.reduce((sum, { sizeMm: [a, b, c], quantity }) => sum + a * b * c * quantity, 0)
          expect(length * width * height).toBeGreaterThanOrEqual(volume)

          for (const content of contents) expect(length).toBeGreaterThanOrEqual(Math.max(...content.sizeMm) + 60)
        }
      }),
    )
  })

  it('never needs more cartons for several parts than for each alone', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 1, maxLength: 6 }), (parts) => {
        const packing = packingOf(parts, shipping)
        if ('refusal' in packing) return
        const volumeOf = (cartons: readonly Carton[]): number =>
          cartons.reduce((sum, { count, sizeMm }) => sum + count * volumeCm3(sizeMm), 0)
        const alone = parts.reduce((sum, own) => sum + volumeOf(cartonsOf(own)), 0)
        expect(volumeOf(packing.cartons)).toBeLessThanOrEqual(alone * (1 + 1e-12))
      }),
    )
  })
})
