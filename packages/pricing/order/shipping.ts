import { type CarrierId, minorOf, type Shipping, type Zone, type ZoneRate } from '@cotation/domain'
import { type CartonMeasures, volumeCm3 } from './carton.ts'
import type { Carton } from './packing.ts'

/** A carrier's price (cents, USD) and transit time (working days). */
interface ServedOffer {
  carrier: CarrierId
  served: true
  minor: number
  chargeableKg: number
  transitDays: readonly [fastest: number, slowest: number]
}

/** A carrier's offer, or that it does not deliver. */
export type ShippingOffer = ServedOffer | { carrier: CarrierId; served: false }

/** The zone that lists a country, else the zone of all other countries (`*`), if there is one. */
export const zoneOf = (country: string, { zones }: Shipping): Zone | undefined =>
  zones.find(({ countries }) => countries.includes(country)) ?? zones.find(({ countries }) => countries.includes('*'))

/** What a carrier bills for one carton (kg), and the two weights that it compares. */
export interface BilledWeight {
  realKg: number
  volumetricKg: number
  chargeableKg: number
}

/** Rounding errors must not lift a weight that is exactly on a step to the next one. */
const roundedUp = (kg: number, stepKg: number): number => Math.ceil(kg / stepKg - 1e-9) * stepKg

/**
 * The billed weight of one carton: the greater of real and volumetric weight (L × W × H cm / 5000),
 * rounded up to half a kilogram, from 21 kg to a whole one (catalogue 6).
 */
export function billedWeight({ sizeMm, weightKg }: CartonMeasures, shipping: Shipping): BilledWeight {
  const volumetricKg = volumeCm3(sizeMm) / shipping.volumetricCm3PerKg
  const kg = Math.max(weightKg, volumetricKg)
  const chargeableKg = roundedUp(kg, kg < shipping.heavyFromKg ? shipping.stepKg : shipping.heavyStepKg)
  return { realKg: weightKg, volumetricKg, chargeableKg }
}

/** Price of a chargeable weight (cents): first and further half kilograms, per kg from 21 kg. */
export function rateMinor(kg: number, rate: ZoneRate, { heavyFromKg, stepKg }: Shipping): number {
  if (kg >= heavyFromKg) return minorOf(kg * rate.perKgHeavyUsd)
  return minorOf(rate.firstHalfKgUsd + (Math.max(1, kg / stepKg) - 1) * rate.addHalfKgUsd)
}

/** Each carrier's offer to ship cartons to a country (ISO 3166), in catalogue sequence. */
export function shippingOffers(cartons: readonly Carton[], country: string, shipping: Shipping): ShippingOffer[] {
  const zone = zoneOf(country, shipping)
  const totalKg = cartons.reduce(
    (total, carton) => total + carton.count * billedWeight(carton, shipping).chargeableKg,
    0,
  )

  return shipping.carriers.map(({ id, rates }) => {
    const rate = zone && rates[zone.id]
    if (!rate) return { carrier: id, served: false }
    const minor = rateMinor(totalKg, rate, shipping)
    return { carrier: id, served: true, minor, chargeableKg: totalKg, transitDays: rate.transitDays }
  })
}

/** The carrier that checkout and estimates prefer; the first one in the catalogue if two cost the same. */
export const cheapestOffer = (offers: readonly ShippingOffer[]): ServedOffer | undefined =>
  offers.filter((offer) => offer.served).toSorted((one, other) => one.minor - other.minor)[0]
