import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shipping } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { asJson, unexplained, watched } from './read-once.fixture.ts'
import { domesticZone, shipping } from './shipping.ts'

interface WrittenCarrier {
  id: string
  name: string
  service: string
  rates: Record<string, { firstHalfKg: number; addHalfKg: number; perKgFrom21: number }>
  transitDays: Record<string, number[]>
  freightCollect: boolean
  remoteAreaUsd: number
  remoteAreaPerKgUsd: number
  trackingUrl: string
  excludedZones?: number[]
}

interface Written {
  origin: { country: string; city: string }
  incoterm: string
  volumetricDivisorCm3PerKg: number
  weightStepKg: number
  heavyFromKg: number
  heavyStepKg: number
  maxPieceKg: number
  maxPieceCm: number
  maxLengthPlusGirthCm: number
  packaging: { padMm: number; boxTareKg: string; fillFactor: number; note: string }
  carriers: WrittenCarrier[]
  zones: object[]
  wording: object
}

const path = join(import.meta.dirname, '../../../../shared/catalogue/shipping.json')

const asCarrier = (written: WrittenCarrier) => ({
  id: written.id,
  name: written.name,
  service: written.service,
  rates: Object.fromEntries(
    Object.keys(written.rates)
      .filter((zone) => !written.excludedZones?.includes(Number(zone)))
      .map((zone) => [
        zone,
        {
          firstHalfKgUsd: written.rates[zone]?.firstHalfKg,
          addHalfKgUsd: written.rates[zone]?.addHalfKg,
          perKgHeavyUsd: written.rates[zone]?.perKgFrom21,
          transitDays: written.transitDays[zone],
        },
      ]),
  ),
  freightCollect: written.freightCollect,
  remoteAreaUsd: written.remoteAreaUsd,
  remoteAreaPerKgUsd: written.remoteAreaPerKgUsd,
  trackingUrl: written.trackingUrl,
})

/** `max(0.15, 0.08 * actualKg)` and, in a sentence, `fragile resin parts x1.2`. */
function packingOf({ padMm, boxTareKg, fillFactor, note }: Written['packaging']) {
  const [tareKg, tareShare] = boxTareKg.match(/[\d.]+/g)?.map(Number) ?? []
  const fragileFactor = Number(/fragile resin parts x([\d.]+)/.exec(note)?.[1])
  return { padMm, fillFactor, tareKg, tareShare, fragileFactor, fragileFamilies: shipping.packing.fragileFamilies }
}

/** The file has rates for exports only. */
function withoutDomestic({ zones, carriers, ...rest }: Shipping): Shipping {
  return {
    ...rest,
    zones: zones.filter(({ id }) => id !== domesticZone),
    carriers: carriers.map(({ rates, ...carrier }) => {
      const { [domesticZone]: _, ...exported } = rates
      return { ...carrier, rates: exported }
    }),
  }
}

it('costs less within the country of the works than to any other', () => {
  const dearest = (zone: number) => Math.max(...shipping.carriers.map(({ rates }) => rates[zone]?.firstHalfKgUsd ?? 0))
  const others = shipping.zones.filter(({ id }) => id !== domesticZone)
  for (const { id } of others) expect(dearest(id), `zone ${id}`).toBeGreaterThan(dearest(domesticZone))

  expect(shipping.zones.find(({ id }) => id === domesticZone)?.countries).toEqual([shipping.origin.country])
})

describe.skipIf(!existsSync(path))('shipping against the file it comes from', () => {
  it('contains every figure and text of the file', () => {
    const file = watched(JSON.parse(readFileSync(path, 'utf8')) as { shipping: Written })
    const written = file.data.shipping

    expect(asJson(withoutDomestic(shipping))).toEqual(
      asJson({
        origin: { country: written.origin.country, city: written.origin.city },
        incoterm: written.incoterm,
        volumetricCm3PerKg: written.volumetricDivisorCm3PerKg,
        stepKg: written.weightStepKg,
        heavyFromKg: written.heavyFromKg,
        heavyStepKg: written.heavyStepKg,
        maxPieceKg: written.maxPieceKg,
        maxPieceCm: written.maxPieceCm,
        maxLengthPlusGirthCm: written.maxLengthPlusGirthCm,
        packing: packingOf(written.packaging),
        carriers: written.carriers.map(asCarrier),
        zones: written.zones,
        wording: written.wording,
      }),
    )
    expect(
      unexplained(file.unread(), {
        'shipping.origin.currency': 'all accounts are in USD: money.ts',
        'shipping.chargeableWeight': 'a rule of shipping, with its own tests',
        'shipping.carriers[*].fuelIncluded': 'true for all carriers',
        'shipping.carriers[sf].rates.9.*': 'SF does not serve zone 9',
        'shipping.carriers[sf].transitDays.9[*]': 'SF does not serve zone 9',
        'shipping.verified': 'in docs/catalogue.md',
        'shipping.note': 'in docs/catalogue.md',
        'shipping.addressData.**': 'belongs to the address form, not to prices',
      }),
    ).toEqual({ notCarried: [], idle: [] })
  })
})
