import type { Bar, Envelopes, ProcessId } from '@cotation/domain'
import { sizeOf, type Vec3 } from '../math/vector.ts'
import type { BodyFacts } from '../model/facts.ts'
import { isOver } from './compare-limit.ts'

export interface Fit {
  fits: boolean
  /** Sizes of part and machine: three sides, longest first, or bar diameter and length. */
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
 * Diameter and length (mm) of the bars a part can be turned from: the measured bar or, if the part
 * is not round, the bars around its box along each of its sides, longest first.
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
 * Whether a part fits into the largest block or bar of a process, in any orientation with parallel
 * box sides. The box as drawn counts too, because the box of least volume may have a longer side.
 */
export function fitOf(body: BodyFacts, envelopes: Envelopes, process: ProcessId): Fit | undefined {
  if (process === 'turning') return envelopes.turning && barFit(body, envelopes.turning)

  const block = envelopes[process]
  if (block === undefined) return undefined

  const limitMm = longestFirst(block)
  const sizeMm = longestFirst(body.shape.orientedBox.sizeMm)
  const drawnMm = longestFirst(sizeOf(body.mass.box))
  const fits = isWithin(sizeMm, limitMm) || isWithin(drawnMm, limitMm)
  return { fits, sizeMm, limitMm }
}
