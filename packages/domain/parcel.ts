/** How many parts of an order line a parcel holds. */
export interface PackedLine {
  orderLineId: string
  quantity: number
}

/** A parcel as far as its contents are known: earlier releases did not record them. */
export interface PackedParcel {
  lines: readonly PackedLine[]
}

interface OrderedLine {
  id: string
  quantity: number
}

/** What of an order is in no parcel yet, in the sequence of its lines; lines that are packed are left out. */
export function leftToPack(ordered: readonly OrderedLine[], parcels: readonly PackedParcel[]): PackedLine[] {
  const packed = new Map<string, number>()
  for (const { orderLineId, quantity } of parcels.flatMap(({ lines }) => lines)) {
    packed.set(orderLineId, (packed.get(orderLineId) ?? 0) + quantity)
  }

  return ordered
    .map(({ id, quantity }) => ({ orderLineId: id, quantity: quantity - (packed.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

/**
 * Whether every part is in a parcel. A parcel whose contents nobody recorded may hold the rest, so an
 * order with such a parcel counts as packed.
 */
export function isWhollyPacked(ordered: readonly OrderedLine[], parcels: readonly PackedParcel[]): boolean {
  const isUnknown = parcels.some(({ lines }) => lines.length === 0)
  return isUnknown || leftToPack(ordered, parcels).length === 0
}

/** What of a partly packed order is still to be made or packed: nothing if it counts as packed. */
export const piecesToFollow = (ordered: readonly OrderedLine[], parcels: readonly PackedParcel[]): PackedLine[] =>
  isWhollyPacked(ordered, parcels) ? [] : leftToPack(ordered, parcels)

/** Whether lines can be packed: each is left in at least that quantity. Lines of other orders are not. */
export function canPack(wanted: readonly PackedLine[], left: readonly PackedLine[]): boolean {
  const leftOf = (id: string) => left.find(({ orderLineId }) => orderLineId === id)?.quantity ?? 0
  return wanted.every(({ orderLineId, quantity }) => quantity <= leftOf(orderLineId))
}

/** What is printed for one parcel. */
export const parcelDocuments = ['label', 'packing-list'] as const
export type ParcelDocument = (typeof parcelDocuments)[number]

/** What a parcel may weigh, with its box (g): the heaviest that a courier takes. */
export const maxParcelWeightG = 1_000_000
/** The longest side of a box (mm). */
export const maxParcelSideMm = 5000
