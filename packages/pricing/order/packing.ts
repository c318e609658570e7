import type { Shipping } from '@cotation/domain'
import {
  type Block,
  type CartonMeasures,
  cartonOf,
  grossKg,
  longestFirst,
  maxNetKg,
  maxVolumeCm3,
  type SizeMm,
  volumeCm3,
  withSides,
} from './carton.ts'
import type { OrderRefusal } from './order-refusal.ts'

/** Equal parts that are shipped. */
export interface PackedPart {
  sizeMm: readonly [number, number, number]
  /** Weight of one part. */
  weightG: number
  quantity: number
  fragile: boolean
}

/** `count` equal cartons, with the parts in each (`part` is an index of the packed parts). */
export interface Carton extends CartonMeasures {
  count: number
  parts: readonly { part: number; quantity: number }[]
}

export type Packing = { cartons: readonly Carton[] } | { refusal: OrderRefusal }

/**
 * Parts are apart by the pad, but at most by this share of their thinnest side: small parts share a
 * bag. It gives catalogue 6's 11 kg for two shells of 254 × 150 × 152 mm, the only public price.
 */
const gapShare = 0.2

/** Minimum side (mm): otherwise any number of parts of no thickness would fit a carton. */
const minSideMm = 0.1

const solidSize = ({ sizeMm }: PackedPart): SizeMm => withSides(sizeMm, (side) => Math.max(minSideMm, side))

interface Load {
  block: Block
  carton: CartonMeasures
  parts: { part: number; quantity: number }[]
}

/** The whole numbers below and above a value, from 1 to `max`. */
function neighbours(value: number, max: number): number[] {
  const low = Math.min(max, Math.max(1, Math.floor(value)))
  return low < max ? [low, low + 1] : [low]
}

/** Equal parts in columns, rows and layers: the grid near a cube with the smallest carton. */
function gridLoad(part: PackedPart, index: number, quantity: number, shipping: Shipping): Load | undefined {
  const [length, width, thickness] = solidSize(part)
  const gapMm = Math.min(shipping.packing.padMm, gapShare * thickness)
  const netKg = (quantity * part.weightG) / 1000
  const stretch = (side: number, count: number): number => count * side + (count - 1) * gapMm

  let best: Load | undefined
  const cubeSide = Math.cbrt(quantity * (length + gapMm) * (width + gapMm) * (thickness + gapMm))

  for (const columns of neighbours(cubeSide / (length + gapMm), quantity)) {
    const squareSide = Math.sqrt((quantity / columns) * (width + gapMm) * (thickness + gapMm))
    for (const rows of neighbours(squareSide / (width + gapMm), quantity)) {
      const layers = Math.ceil(quantity / (columns * rows))
      const sizeMm = longestFirst(stretch(length, columns), stretch(width, rows), stretch(thickness, layers))
      const block: Block = { sizeMm, netKg, fragile: part.fragile, gapMm }
      const carton = cartonOf(block, shipping, quantity === 1)
      if (carton && !(best && volumeCm3(best.carton.sizeMm) <= volumeCm3(carton.sizeMm)))
        best = { block, carton, parts: [{ part: index, quantity }] }
    }
  }

  return best
}

/** The most parts that fit one carton. Tries the upper bound, then 5 % less each time. */
function fullestLoad(part: PackedPart, index: number, shipping: Shipping): Load | undefined {
  const byVolume = Math.floor(maxVolumeCm3(shipping) / volumeCm3(solidSize(part)))
  const byWeight = part.weightG > 0 ? Math.floor((maxNetKg(shipping) * 1000) / part.weightG + 1e-9) : part.quantity

  let quantity = Math.max(1, Math.min(part.quantity, byVolume, byWeight))
  for (;;) {
    const load = gridLoad(part, index, quantity, shipping)
    if (load || !(quantity > 1)) return load
    quantity = Math.floor(quantity * 0.95)
  }
}

/** The parts left after full cartons, in their own grid or, if smaller, a full carton's. */
function restLoad(part: PackedPart, index: number, quantity: number, fullest: Load, shipping: Shipping): Load {
  const own = gridLoad(part, index, quantity, shipping)
  if (own && volumeCm3(own.carton.sizeMm) <= volumeCm3(fullest.carton.sizeMm)) return own

  const netKg = (quantity * part.weightG) / 1000

  return {
    block: { ...fullest.block, netKg },
    carton: { ...fullest.carton, weightKg: grossKg(netKg, shipping) },
    parts: [{ part: index, quantity }],
  }
}

/** Volume of a block with the gap to the next one. */
const spacedMm3 = ({ sizeMm: [length, width, height] }: Block, gapMm: number): number =>
  (length + gapMm) * (width + gapMm) * (height + gapMm)

/**
 * Two loads in one carton; undefined if two cartons are smaller. Two sides are the longer ones of
 * the loads, the third as long as their volumes need, so that small parts fill the space beside
 * large ones. Takes the smallest of the three variants.
 */
function together(one: Load, other: Load, shipping: Shipping): Load | undefined {
  const gapMm = Math.max(one.block.gapMm, other.block.gapMm)
  const netKg = one.block.netKg + other.block.netKg
  const fragile = one.block.fragile || other.block.fragile
  const [l1, w1, h1] = one.block.sizeMm
  const [l2, w2, h2] = other.block.sizeMm
  const length = Math.max(l1, l2)
  const width = Math.max(w1, w2)
  const height = Math.max(h1, h2)
  const volumeMm3 = spacedMm3(one.block, gapMm) + spacedMm3(other.block, gapMm)

  const grown = (side: number, across: number, along: number): number =>
    Math.max(side, volumeMm3 / ((across + gapMm) * (along + gapMm)) - gapMm)

  let room = volumeCm3(one.carton.sizeMm) + volumeCm3(other.carton.sizeMm)
  let best: Load | undefined

  for (const sizeMm of [
    longestFirst(length, width, grown(height, length, width)),
    longestFirst(length, grown(width, length, height), height),
    longestFirst(grown(length, width, height), width, height),
  ]) {
    const block: Block = { sizeMm, netKg, fragile, gapMm }
    const carton = cartonOf(block, shipping)
    if (carton && volumeCm3(carton.sizeMm) < room) {
      room = volumeCm3(carton.sizeMm)
      best = { block, carton, parts: [...one.parts, ...other.parts] }
    }
  }

  return best
}

/** Combines partial loads, the largest first: each joins the first that it fits a carton with. */
function joined(loads: readonly Load[], shipping: Shipping): Load[] {
  const open: Load[] = []
  const byVolume = [...loads].sort((one, other) => volumeCm3(other.carton.sizeMm) - volumeCm3(one.carton.sizeMm))
  for (const load of byVolume) {
    let shared: Load | undefined
    const index = open.findIndex((candidate) => {
      shared = together(candidate, load, shipping)
      return shared !== undefined
    })
    if (shared) open[index] = shared
    else open.push(load)
  }

  return open
}

function refusalOf(part: PackedPart, index: number, shipping: Shipping): OrderRefusal {
  const weightKg = grossKg(part.weightG / 1000, shipping)
  if (weightKg > shipping.maxPieceKg)
    return {
      code: 'too-heavy-to-ship',
      field: `lines.${index}.weightG`,
      detail: { weightKg, mostKg: shipping.maxPieceKg },
    }

  const longestMm = Math.max(...part.sizeMm)

  return {
    code: 'too-large-to-ship',
    field: `lines.${index}.sizeMm`,
    detail: { longestMm, mostMm: shipping.maxPieceCm * 10 },
  }
}

/**
 * The cartons of an order within the carriers' limits (catalogue 6). Equal parts form grids near a
 * cube. Full cartons come first, by division; the rest shares cartons, the largest first, where one
 * is smaller than two. A part that fits no carton needs a manual quote.
 */
export function packingOf(parts: readonly PackedPart[], shipping: Shipping): Packing {
  const full: Carton[] = []
  const rest: Load[] = []
  for (const [index, part] of parts.entries()) {
    const fullest = fullestLoad(part, index, shipping)
    if (!fullest) return { refusal: refusalOf(part, index, shipping) }

    const perCarton = fullest.parts[0]?.quantity ?? part.quantity
    const count = Math.ceil(part.quantity / perCarton) - 1
    if (count > 0) full.push({ ...fullest.carton, count, parts: fullest.parts })
    rest.push(restLoad(part, index, part.quantity - count * perCarton, fullest, shipping))
  }

  const shared = joined(rest, shipping).map(({ carton, parts: inside }) => ({ ...carton, count: 1, parts: inside }))
  return { cartons: [...full, ...shared] }
}
