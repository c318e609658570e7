import type { Vec3 } from '../math/vector.ts'
import type { ModelLocation } from '../model/facts.ts'
import type { Choice, InspectedBody } from './inspection-request.ts'
import type { Extent } from './rules/rule.ts'

/** A location on the model with its value; without a value it always belongs to the finding. */
export interface Spot {
  value?: number
  place?: ModelLocation
  /** What a ratio leaves out: the size of the wall, hole, pocket or part itself. */
  sizeMm?: number
  /** The area of the place that is beyond a limit. */
  areaBeyondMm2?: (limit: number) => number
}

export interface Measurement {
  value: number | boolean | string
  spots: readonly Spot[]
  /** The limit, if it comes from the configuration instead of the rule. */
  reference?: number
  /** How much of the part is beyond a limit; undefined if only its worst value is known. */
  extentBeyond?: (limit: number) => Extent | undefined
  /** The value is the number of spots. */
  isCount?: boolean
  /** Two sizes that were compared side by side. */
  compared?: { sizeMm: readonly number[]; limitMm: readonly number[] }
}

/** Measures one metric; undefined if it does not apply to the part or the configuration. */
export type Measure = (part: InspectedBody, choice: Choice) => Measurement | undefined

/** `a / b`; NaN, which never becomes a finding, unless `b` is positive. */
export const ratio = (a: number, b: number): number => (b > 0 ? a / b : Number.NaN)

export const locationAt = (at: Vec3, faces?: number[], areaMm2?: number): ModelLocation => ({
  at,
  ...(faces && { faces }),
  ...(areaMm2 !== undefined && { areaMm2 }),
})

/** A value of the whole part, with the locations that show it. */
export const partValue = (
  value: number | boolean | string | undefined,
  spots: readonly Spot[] = [],
): Measurement | undefined => (value === undefined ? undefined : { value, spots })

/** A ratio of the whole part, with the size (mm) that decides whether it matters. */
export const partRatio = (value: number, sizeMm: number, place?: ModelLocation): Measurement => ({
  value,
  spots: [{ value, sizeMm, ...(place && { place }) }],
})

/** The number of locations. */
export const countOf = (places: readonly (ModelLocation | undefined)[]): Measurement =>
  countSpots(places.map((place) => (place ? { place } : {})))

/** The number of locations, with their sizes. */
export const countSpots = (spots: readonly Spot[]): Measurement => ({ value: spots.length, spots, isCount: true })

function extreme(spots: readonly Spot[], worse: (a: number, b: number) => boolean): Measurement | undefined {
  let worst: number | undefined
  for (const { value } of spots) {
    // NaN and infinity mean "not measured" and must not become the worst value.
    if (value === undefined || !Number.isFinite(value)) continue
    if (worst === undefined || worse(value, worst)) worst = value
  }
  return partValue(worst, spots)
}

export const smallest = (spots: readonly Spot[]): Measurement | undefined => extreme(spots, (a, b) => a < b)
export const largest = (spots: readonly Spot[]): Measurement | undefined => extreme(spots, (a, b) => a > b)
