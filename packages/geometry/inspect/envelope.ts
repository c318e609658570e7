import type { Bar, Envelopes, ProcessId } from '@cotation/domain'
import { sizeOf, type Vec3 } from '../math/vector.ts'
import type { BodyFacts } from '../model/facts.ts'
import { isOver } from './comparing.ts'

export interface Fit {
  fits: boolean
  /** Of the part and of the machine: three sides longest first, or diameter and length of a bar. */
  sizeMm: readonly number[]
  limitMm: readonly number[]
}

/** The sides of a box (mm), longest first. */
export function longestFirst(size: Vec3): Vec3 {
  const [a = 0, b = 0, c = 0] = [...size].sort((one, other) => other - one)
  return [a, b, c]
}

const isWithin = (size: readonly number[], limit: readonly number[]): boolean =>
  size.every((side, index) => !isOver(side, limit[index] ?? 0))

/**
 * Diameter and length (mm) of the bar a part is turned from: the measured one, or for a part that is not one of revolution
 * the round bar about its box, lying along the side that fits, else along the longest.
 */
function barSizes({ features, shape }: BodyFacts): [diameterMm: number, lengthMm: number][] {
  const { turned, barDiameterMm, barLengthMm } = features.turning
  if (turned && barDiameterMm > 0 && barLengthMm > 0) return [[barDiameterMm, barLengthMm]]

  const [a, b, c] = longestFirst(shape.orientedBox.sizeMm)

  return [
    [Math.hypot(b, c), a],
    [Math.hypot(a, c), b],
    [Math.hypot(a, b), c],
  ]
}

function barFit(body: BodyFacts, bar: Bar): Fit {
  const limitMm = [bar.diameterMm, bar.lengthMm]
  const sizes = barSizes(body)
  const fitting = sizes.find((size) => isWithin(size, limitMm))
  return { fits: fitting !== undefined, sizeMm: fitting ?? sizes[0] ?? [], limitMm }
}

/**
 * Whether a part (mm) goes into the largest block or bar of a process, in any of the turns that keep box sides parallel.
 * As drawn also counts: the box of least volume is not always the one with the shortest sides.
 */
export function fitOf(body: BodyFacts, envelopes: Envelopes, process: ProcessId): Fit | undefined {
  if (process === 'turning') return envelopes.turning && barFit(body, envelopes.turning)
  const block = envelopes[process]
  if (block === undefined) return undefined
  const limitMm = longestFirst(block)
  const sizeMm = longestFirst(body.shape.orientedBox.sizeMm)
  const drawnMm = longestFirst(sizeOf(body.mass.box))
  return { fits: isWithin(sizeMm, limitMm) || isWithin(drawnMm, limitMm), sizeMm, limitMm }
}
