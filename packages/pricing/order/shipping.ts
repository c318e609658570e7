import { type CarrierId, minorOf, type Shipping, type Zone, type ZoneRate } from '@cotation/domain'
import { type CartonMeasures, volumeCm3 } from './carton.ts'
import type { Carton } from './packing.ts'

/** What a carrier asks for an order (cents, USD) and how long it takes in working days; or that it does not go there. */
export type ShippingOffer =
  | {
      carrier: CarrierId
      served: true
      minor: number
      chargeableKg: number
      transitDays: readonly [fastest: number, slowest: number]
    }
  | { carrier: CarrierId; served: false }

/** The zone that names a country, else that of every other country (`*`), else none. */
export const zoneOf = (country: string, { zones }: Shipping): Zone | undefined =>
  zones.find(({ countries }) => countries.includes(country)) ?? zones.find(({ countries }) => countries.includes('*'))

/** A weight meant to be on a step is found there although binary fractions put it a hair above. */
const roundedUp = (kg: number, stepKg: number): number => Math.ceil(kg / stepKg - 1e-9) * stepKg

/**
 * Weight that counts for one carton (kg): the greater of the real and the volumetric, L × W × H cm / 5000, rounded up to half a
 * kilogram, and to a whole one from 21 kg (catalogue 6).
 */
export function chargeableKg({ sizeMm, weightKg }: CartonMeasures, shipping: Shipping): number {
  const kg = Math.max(weightKg, volumeCm3(sizeMm) / shipping.volumetricCm3PerKg)
  return roundedUp(kg, kg < shipping.heavyFromKg ? shipping.stepKg : shipping.heavyStepKg)
}

/** Price of a chargeable weight (cents): the first half kilogram and each further one, or every kilogram from 21 kg. */
export function rateMinor(kg: number, rate: ZoneRate, { heavyFromKg, stepKg }: Shipping): number {
  if (kg >= heavyFromKg) return minorOf(kg * rate.perKgHeavyUsd)
  return minorOf(rate.firstHalfKgUsd + (Math.max(1, kg / stepKg) - 1) * rate.addHalfKgUsd)
}

/** What each carrier asks to bring cartons to a country (ISO 3166), in the order of the catalogue. */
export function shippingOffers(cartons: readonly Carton[], country: string, shipping: Shipping): ShippingOffer[] {
  const zone = zoneOf(country, shipping)
  const totalKg = cartons.reduce((total, carton) => total + carton.count * chargeableKg(carton, shipping), 0)

  return shipping.carriers.map(({ id, rates }) => {
    const rate = zone && rates[zone.id]
    if (!rate) return { carrier: id, served: false }
    const minor = rateMinor(totalKg, rate, shipping)
    return { carrier: id, served: true, minor, chargeableKg: totalKg, transitDays: rate.transitDays }
  })
}
