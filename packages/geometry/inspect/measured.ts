import type { Vec3 } from '../math/vector.ts'
import type { ModelPlace } from '../model/facts.ts'
import type { Choice, Inspected } from './choice.ts'

/** Where on the model, and the value there; a place without a value counts as one of several. */
export interface Spot {
  value?: number
  place?: ModelPlace
}

export interface Measured {
  value: number | boolean | string
  spots: readonly Spot[]
  /** The limit, where the order gives it rather than the rule. */
  reference?: number
  /** Two sizes that were compared side by side, in mm. */
  compared?: { sizeMm: readonly number[]; limitMm: readonly number[] }
}

/** What one metric is measured from; undefined where the part or the order has no such thing. */
export type Measure = (part: Inspected, choice: Choice) => Measured | undefined

/** `a / b`, and NaN (which is never told) where `b` is nothing. */
export const ratio = (a: number, b: number): number => (b > 0 ? a / b : Number.NaN)

export const placeAt = (at: Vec3, faces?: number[], areaMm2?: number): ModelPlace => ({
  at,
  ...(faces && { faces }),
  ...(areaMm2 !== undefined && { areaMm2 }),
})

/** A value of the whole part, with the places that show it. */
export const whole = (
  value: number | boolean | string | undefined,
  spots: readonly Spot[] = [],
): Measured | undefined => (value === undefined ? undefined : { value, spots })

/** How many there are, each a place. */
export const counted = (places: readonly (ModelPlace | undefined)[]): Measured => ({
  value: places.length,
  spots: places.map((place) => (place ? { place } : {})),
})

function extreme(spots: readonly Spot[], worse: (a: number, b: number) => boolean): Measured | undefined {
  let worst: number | undefined
  for (const { value } of spots) {
    // NaN and the infinite are "not measured", never the worst of all.
    if (value === undefined || !Number.isFinite(value)) continue
    if (worst === undefined || worse(value, worst)) worst = value
  }
  return whole(worst, spots)
}

export const smallest = (spots: readonly Spot[]): Measured | undefined => extreme(spots, (a, b) => a < b)
export const largest = (spots: readonly Spot[]): Measured | undefined => extreme(spots, (a, b) => a > b)
