import type { ParcelView } from '@cotation/contracts'
import type { Catalogue } from '@cotation/domain'
import type { ParcelRow } from './order-view.repository.ts'

/** A parcel with the URL of its tracking page. */
export function parcelViewOf(parcel: ParcelRow, { shipping }: Catalogue): ParcelView {
  const urlTemplate = shipping.carriers.find(({ id }) => id === parcel.carrier)?.trackingUrl ?? ''
  return {
    id: parcel.id,
    number: parcel.number,
    carrier: parcel.carrier,
    trackingNumber: parcel.tracking_number,
    trackingUrl: urlTemplate.replace('{n}', encodeURIComponent(parcel.tracking_number)),
    state: parcel.state,
    shippedAt: parcel.shipped_at?.toISOString() ?? null,
    deliveredAt: parcel.delivered_at?.toISOString() ?? null,
  }
}
