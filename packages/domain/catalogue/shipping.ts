import type { Text } from '../values/language.ts'

export const carrierIds = ['dhl', 'fedex', 'sf'] as const
export type CarrierId = (typeof carrierIds)[number]

export interface Zone {
  id: number
  name: Text
  /** ISO 3166 codes; `*` is every other country. */
  countries: readonly string[]
}

export interface ZoneRate {
  firstHalfKgUsd: number
  addHalfKgUsd: number
  perKgHeavyUsd: number
  transitDays: readonly [fastest: number, slowest: number]
}

export interface Carrier {
  id: CarrierId
  name: string
  service: string
  /** By zone; a zone without an entry is not served. */
  rates: Readonly<Record<number, ZoneRate>>
  freightCollect: boolean
  remoteAreaUsd: number
  remoteAreaPerKgUsd: number
  trackingUrl: string
}

export interface Shipping {
  origin: { country: string; city: string }
  incoterm: string
  volumetricCm3PerKg: number
  stepKg: number
  heavyFromKg: number
  heavyStepKg: number
  maxPieceKg: number
  maxPieceCm: number
  maxLengthPlusGirthCm: number
  packing: {
    padMm: number
    fillFactor: number
    fragileFactor: number
    /** Families of material that break easily. */
    fragileFamilies: readonly string[]
    tareKg: number
    tareShare: number
  }
  carriers: readonly Carrier[]
  zones: readonly Zone[]
  wording: { exw: Text; freightCollect: Text; poBox: Text }
}
