import type { ParcelLineView, ParcelView } from '@cotation/contracts'
import type { Catalogue, PackedLine } from '@cotation/domain'
import { describeCustoms } from '#src/papers/customs-facts.ts'
import type { Words } from '#src/papers/paper-words.ts'
import type { OrderLineRow, ParcelDetails, ParcelRow } from './order-view.repository.ts'

interface Surroundings {
  catalogue: Catalogue
  /** The reader's. */
  words: Words
}

/** The page of the carrier that follows the parcel; empty if the carrier has none. */
export function trackingUrlOf(
  { carrier, tracking_number }: Pick<ParcelRow, 'carrier' | 'tracking_number'>,
  { shipping }: Catalogue,
): string {
  const urlTemplate = shipping.carriers.find(({ id }) => id === carrier)?.trackingUrl ?? ''
  return urlTemplate.replace('{n}', encodeURIComponent(tracking_number))
}

function lineViewOf(packed: PackedLine, line: OrderLineRow, surroundings: Surroundings): ParcelLineView {
  const { orderLineId, quantity } = packed

  return {
    orderLineId,
    name: line.name,
    quantity,
    customs: describeCustoms({ ...line.ordered.orderLine, quantity }, surroundings),
    valueMinor: quantity * Number(line.customs_unit_minor),
  }
}

/** A parcel with its contents, what customs ask about them, and the URL of its tracking page. */
export function parcelViewOf(
  parcel: ParcelDetails,
  orderLines: readonly OrderLineRow[],
  surroundings: Surroundings,
): ParcelView {
  const { length_mm: length, width_mm: width, height_mm: height } = parcel
  const lines = parcel.lines.flatMap((packed) => {
    const line = orderLines.find(({ id }) => id === packed.orderLineId)
    return line ? [lineViewOf(packed, line, surroundings)] : []
  })

  return {
    id: parcel.id,
    number: parcel.number,
    carrier: parcel.carrier,
    trackingNumber: parcel.tracking_number,
    trackingUrl: trackingUrlOf(parcel, surroundings.catalogue),
    state: parcel.state,
    shippedAt: parcel.shipped_at?.toISOString() ?? null,
    deliveredAt: parcel.delivered_at?.toISOString() ?? null,
    lines,
    weightG: parcel.weight_g,
    boxMm: length !== null && width !== null && height !== null ? [length, width, height] : null,
    events: parcel.events.map(({ at, state, place, note }) => ({
      at: new Date(at).toISOString(),
      state,
      place,
      note,
    })),
  }
}
