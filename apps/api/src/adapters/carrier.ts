import type { CarrierId, ParcelState } from '@cotation/domain'

/** A parcel that is announced to a carrier. */
export interface ParcelBooking {
  carrier: CarrierId
  orderNumber: string
  weightG: number | null
  boxMm: readonly [number, number, number] | null
}

/** What a carrier says about a parcel. */
export interface CarrierReport {
  /** The carrier's id of the report: a repeated one counts once. */
  id: string
  at: Date
  state: ParcelState
  place: string
  note: string
}

/** Books parcels with carriers and reads their reports. */
export interface CarrierGateway {
  /** Announces a parcel and returns its tracking number; null if staff announce it themselves. */
  book(parcel: ParcelBooking): Promise<string | null>
  /** What the carrier has reported so far; empty if it does not report to us. */
  listReports(parcel: { carrier: CarrierId; trackingNumber: string }): Promise<readonly CarrierReport[]>
}
