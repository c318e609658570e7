import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { type Carton, packingOf } from './packing.ts'
import { billedWeight, rateMinor, shippingOffers, zoneOf } from './shipping.ts'

const { shipping } = packagedCatalogue

const carton = (sizeMm: Carton['sizeMm'], weightKg: number, count = 1): Carton => ({
  sizeMm,
  weightKg,
  count,
  parts: [],
})

const offer = (cartons: readonly Carton[], country: string, carrier: string) =>
  shippingOffers(cartons, country, shipping).find((candidate) => candidate.carrier === carrier)

/** A carton whose weight alone counts. */
const heavy = (weightKg: number, count = 1): Carton => carton([100, 100, 100], weightKg, count)

describe('zones (catalogue 6)', () => {
  it.each([
    ['HK', 1],
    ['JP', 2],
    ['SG', 3],
    ['AU', 4],
    ['US', 5],
    ['FR', 6],
    ['DE', 6],
    ['PL', 7],
    ['IN', 8],
    ['MA', 9],
    ['ZW', 9],
    ['??', 9],
  ])('%s is in zone %i', (country, zone) => {
    expect(zoneOf(country, shipping)?.id).toBe(zone)
  })

  it('uses the zone of all other countries last, wherever it is listed', () => {
    const reversed = { ...shipping, zones: [...shipping.zones].reverse() }
    expect(zoneOf('FR', reversed)?.id).toBe(6)
    expect(zoneOf('ZW', reversed)?.id).toBe(9)
    const named = { ...shipping, zones: shipping.zones.filter(({ countries }) => !countries.includes('*')) }
    expect(zoneOf('ZW', named)).toBeUndefined()
    expect(shippingOffers([heavy(1)], 'ZW', named).every(({ served }) => !served)).toBe(true)
  })
})

describe('chargeable weight (catalogue 6)', () => {
  it.each([
    [[100, 100, 100], 0.15, 0.5],
    [[100, 100, 100], 0.5, 0.5],
    [[100, 100, 100], 0.5001, 1],
    [[100, 100, 100], 20.4, 20.5],
    [[100, 100, 100], 20.6, 21],
    [[100, 100, 100], 20.999, 21],
    [[100, 100, 100], 21, 21],
    [[100, 100, 100], 21.1, 22],
    [[500, 200, 100], 1.5, 2],
    [[500, 200, 125], 1.5, 2.5],
    [[500, 200, 126], 1.5, 3],
    [[500, 500, 430], 5, 22],
    [[100, 100, 100], 0.1 + 0.2 + 0.2, 0.5],
  ] as const)('rounds up volume or mass: %j mm and %d kg count as %d kg', (sizeMm, weightKg, expected) => {
    expect(billedWeight(carton(sizeMm, weightKg), shipping).chargeableKg).toBe(expected)
  })
})

describe('rates (catalogue 6)', () => {
  it('charges USD 80.90 for two shells of 254 × 150 × 152 mm to Germany, 11 kg volumetric', () => {
    const packing = packingOf([{ sizeMm: [254, 150, 152], weightG: 350, quantity: 2, fragile: false }], shipping)
    if ('refusal' in packing) throw new Error(packing.refusal.code)

    expect(offer(packing.cartons, 'DE', 'dhl')).toEqual({
      carrier: 'dhl',
      served: true,
      minor: 8090,
      chargeableKg: 11,
      transitDays: [2, 4],
    })
  })

  it.each([
    [0, 2000],
    [0.5, 2000],
    [1, 2290],
    [11, 8090],
    [20.5, 13_600],
    [21, 13_860],
    [21.5, 14_190],
    [68, 44_880],
  ])('DHL takes %d kg to France for %i cents', (kg, minor) => {
    const rate = shipping.carriers[0]?.rates[6]
    if (!rate) throw new Error('no rate')
    expect(rateMinor(kg, rate, shipping)).toBe(minor)
  })

  it('adds up the chargeable weights of cartons, each rounded separately', () => {
    expect(offer([heavy(0.6), heavy(0.6)], 'FR', 'dhl')).toMatchObject({ chargeableKg: 2, minor: 2870 })
    expect(offer([heavy(0.6, 2)], 'FR', 'dhl')).toMatchObject({ chargeableKg: 2, minor: 2870 })
    expect(offer([heavy(10.6, 2)], 'FR', 'fedex')).toMatchObject({ chargeableKg: 22, minor: 13_970 })
  })

  it('lists each carrier, including those that do not serve the country', () => {
    expect(shippingOffers([heavy(1)], 'ZA', shipping)).toEqual([
      { carrier: 'dhl', served: true, minor: 4420, chargeableKg: 1, transitDays: [4, 8] },
      { carrier: 'fedex', served: true, minor: 4240, chargeableKg: 1, transitDays: [5, 9] },
      { carrier: 'sf', served: false },
    ])
    expect(offer([heavy(1)], 'FR', 'sf')).toMatchObject({ served: true, minor: 1710, transitDays: [4, 7] })
  })

  it('charges no less than the weight that is carried, in whole cents', () => {
    const anyCarton = fc.record({
      sizeMm: fc.tuple(
        fc.integer({ min: 60, max: 1200 }),
        fc.integer({ min: 60, max: 500 }),
        fc.integer({ min: 60, max: 500 }),
      ),
      weightKg: fc.double({ min: 0.15, max: 68, noNaN: true }),
      count: fc.integer({ min: 1, max: 50 }),
    })
    fc.assert(
      fc.property(
        fc.array(anyCarton, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('FR', 'US', 'HK', 'ZA'),
        (given, country) => {
          const cartons = given.map(({ sizeMm, weightKg, count }) => carton(sizeMm, weightKg, count))
          const weightKg = cartons.reduce((sum, own) => sum + own.count * own.weightKg, 0)
          for (const found of shippingOffers(cartons, country, shipping)) {
            if (!found.served) continue
            expect(found.chargeableKg).toBeGreaterThanOrEqual(weightKg - 1e-6)
            expect(found.chargeableKg % 0.5).toBe(0)
            expect(Number.isSafeInteger(found.minor) && found.minor > 0).toBe(true)
          }
        },
      ),
    )
  })
})

const source = join(import.meta.dirname, '../../../../shared/catalogue/shipping.json')

describe.skipIf(!existsSync(source))('the shipping rates of the source file', () => {
  interface Gathered {
    zones: { id: number; countries: string[] }[]
    carriers: {
      id: string
      rates: Record<string, { firstHalfKg: number; addHalfKg: number; perKgFrom21: number }>
      excludedZones?: number[]
    }[]
  }

  it('gives the same price in every zone for every carrier', () => {
    const { zones, carriers } = (JSON.parse(readFileSync(source, 'utf8')) as { shipping: Gathered }).shipping
    for (const { id, rates, excludedZones = [] } of carriers)
      for (const zone of zones) {
        const country = zone.countries[0] ?? ''
        const rate = rates[zone.id]
        const found = offer([heavy(3)], country, id)
        if (excludedZones.includes(zone.id) || !rate) expect(found?.served).toBe(false)
        else {
          expect(found).toMatchObject({ minor: Math.round((rate.firstHalfKg + 5 * rate.addHalfKg) * 100) })
          expect(offer([heavy(30)], country, id)).toMatchObject({ minor: Math.round(rate.perKgFrom21 * 3000) })
        }
      }
  })
})
