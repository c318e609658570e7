import type { Shipping } from '@cotation/domain'

/** Longest side first (mm). */
export type SizeMm = readonly [length: number, width: number, height: number]

/** Parts packed together, without padding and filling. */
export interface Block {
  sizeMm: SizeMm
  netKg: number
  fragile: boolean
  /** Space between the parts. */
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

/** Changes each side, and sorts them longest first. */
export const withSides = ([a, b, c]: SizeMm, changed: (mm: number) => number): SizeMm =>
  longestFirst(changed(a), changed(b), changed(c))

export const volumeCm3 = ([length, width, height]: SizeMm): number => (length * width * height) / 1000

/** Weight with carton and filling: `max(0.15, 0.08 × net)` kg more (catalogue 6). */
export const grossKg = (netKg: number, { packing }: Shipping): number =>
  netKg + Math.max(packing.tareKg, packing.tareShare * netKg)

/** The heaviest content of one carton (kg). */
export const maxNetKg = ({ maxPieceKg, packing }: Shipping): number =>
  Math.min(maxPieceKg - packing.tareKg, maxPieceKg / (1 + packing.tareShare))

/**
 * The largest carton that carriers take (cm³). Under a limit of length plus girth, its length is a
 * third of the limit, its width and height half of that.
 */
export const maxVolumeCm3 = ({ maxPieceCm, maxLengthPlusGirthCm }: Shipping): number =>
  Math.min(maxPieceCm ** 3, maxLengthPlusGirthCm ** 3 / 108)

/** False for NaN as well. */
const isTaken = ([length, width, height]: SizeMm, { maxPieceCm, maxLengthPlusGirthCm }: Shipping): boolean =>
  length <= maxPieceCm * 10 && length + 2 * (width + height) <= maxLengthPlusGirthCm * 10

/** Rounded up to whole millimetres; 135.00000000000003 counts as 135. */
const wholeMm = (mm: number): number => Math.ceil(mm - 1e-6)

/** Sides of a carton with padding around the block, and no filling. */
const tightSize = (sizeMm: SizeMm, { packing }: Shipping): SizeMm =>
  withSides(sizeMm, (mm) => wholeMm(mm + 2 * packing.padMm))

/**
 * Sides of a carton with filling: side × fill factor + 2 × pad (catalogue 6, `packaging`). Fragile
 * parts get `fragileFactor` times the volume. A side is cut at the carriers' limit if the pad fits.
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
 * The carton of a block; undefined if no carrier takes it. A single part that is too large with
 * filling is shipped with padding alone.
 */
export function cartonOf(block: Block, shipping: Shipping, single = false): CartonMeasures | undefined {
  const weightKg = grossKg(block.netKg, shipping)
  if (!(weightKg <= shipping.maxPieceKg + 1e-9)) return undefined

  const filled = filledSize(block, shipping)
  if (isTaken(filled, shipping)) return { sizeMm: filled, weightKg }

  const tight = tightSize(block.sizeMm, shipping)
  return single && isTaken(tight, shipping) ? { sizeMm: tight, weightKg } : undefined
}
