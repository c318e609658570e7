import type { Shipping } from '@cotation/domain'

/** Longest side first (mm). */
export type SizeMm = readonly [length: number, width: number, height: number]

/** Parts that lie together, without what protects them. */
export interface Block {
  sizeMm: SizeMm
  netKg: number
  fragile: boolean
  /** How far the parts stand apart. */
  gapMm: number
}

/** What a carrier measures and weighs; sides are whole millimetres. */
export interface CartonMeasures {
  sizeMm: SizeMm
  weightKg: number
}

export const longestFirst = (a: number, b: number, c: number): SizeMm => [
  Math.max(a, b, c),
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c)),
  Math.min(a, b, c),
]

/** Each side changed, longest first again. */
export const withSides = ([a, b, c]: SizeMm, changed: (mm: number) => number): SizeMm =>
  longestFirst(changed(a), changed(b), changed(c))

export const volumeCm3 = ([length, width, height]: SizeMm): number => (length * width * height) / 1000

/** Weight with carton and filling: `max(0.15, 0.08 × net)` kg more (catalogue 6). */
export const grossKg = (netKg: number, { packing }: Shipping): number =>
  netKg + Math.max(packing.tareKg, packing.tareShare * netKg)

/** The heaviest content of one carton (kg). */
export const mostNetKg = ({ maxPieceKg, packing }: Shipping): number =>
  Math.min(maxPieceKg - packing.tareKg, maxPieceKg / (1 + packing.tareShare))

/** No carton that a carrier takes holds more (cm³): a third of length plus girth is the best length, half of that each other side. */
export const mostVolumeCm3 = ({ maxPieceCm, maxLengthPlusGirthCm }: Shipping): number =>
  Math.min(maxPieceCm ** 3, maxLengthPlusGirthCm ** 3 / 108)

/** Written so that a size that is no number does not pass. */
const isTaken = ([length, width, height]: SizeMm, { maxPieceCm, maxLengthPlusGirthCm }: Shipping): boolean =>
  length <= maxPieceCm * 10 && length + 2 * (width + height) <= maxLengthPlusGirthCm * 10

/** Whole millimetres, up; 135.00000000000003 is meant to be 135. */
const wholeMm = (mm: number): number => Math.ceil(mm - 1e-6)

/** Sides of a carton with no more than the padding around the block. */
const tightSize = (sizeMm: SizeMm, { packing }: Shipping): SizeMm =>
  withSides(sizeMm, (mm) => wholeMm(mm + 2 * packing.padMm))

/**
 * Sides of a carton with filling: side × fill factor + 2 × pad (catalogue 6, `packaging`). Fragile parts have `fragileFactor`
 * times the room, spread evenly over the three sides. A side stops at the longest that carriers take while the pad remains.
 */
function filledSize({ sizeMm, fragile }: Block, shipping: Shipping): SizeMm {
  const { padMm, fillFactor, fragileFactor } = shipping.packing
  const factor = fillFactor * (fragile ? Math.cbrt(fragileFactor) : 1)
  const limitMm = shipping.maxPieceCm * 10
  return withSides(sizeMm, (mm) =>
    Math.max(wholeMm(mm + 2 * padMm), Math.min(limitMm, wholeMm(mm * factor + 2 * padMm))),
  )
}

/**
 * The carton of a block, or nothing where no carrier takes it. A single part that is too large with its filling goes with
 * the padding alone.
 */
export function cartonOf(block: Block, shipping: Shipping, single = false): CartonMeasures | undefined {
  const weightKg = grossKg(block.netKg, shipping)
  if (!(weightKg <= shipping.maxPieceKg + 1e-9)) return undefined
  const filled = filledSize(block, shipping)
  if (isTaken(filled, shipping)) return { sizeMm: filled, weightKg }
  const tight = tightSize(block.sizeMm, shipping)
  return single && isTaken(tight, shipping) ? { sizeMm: tight, weightKg } : undefined
}
