/** Units of length a file may be drawn in, with their millimetres. */
export const millimetresPerUnit = { micrometre: 0.001, mm: 1, cm: 10, m: 1000, inch: 25.4, foot: 304.8 } as const
export type LengthUnit = keyof typeof millimetresPerUnit
export const lengthUnits = Object.keys(millimetresPerUnit) as LengthUnit[]

export const isLengthUnit = (name: string): name is LengthUnit => Object.hasOwn(millimetresPerUnit, name)

/** Largest side in mm beyond which, on either end, a customer is asked whether another unit was meant. */
const plausibleSideMm = { from: 1, to: 2000 }

export const isPlausibleSideMm = (largestMm: number): boolean =>
  largestMm >= plausibleSideMm.from && largestMm <= plausibleSideMm.to

/** No part that anybody makes is larger: 100 m. Beyond, a figure is an error and not a size. */
export const largestPartMm = 100_000
