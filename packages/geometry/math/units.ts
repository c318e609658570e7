/** Units of length that files use. */
export const millimetresPerUnit = { micrometre: 0.001, mm: 1, cm: 10, m: 1000, inch: 25.4, foot: 304.8 } as const
export type LengthUnit = keyof typeof millimetresPerUnit
export const lengthUnits = Object.keys(millimetresPerUnit) as LengthUnit[]

export const isLengthUnit = (name: string): name is LengthUnit => Object.hasOwn(millimetresPerUnit, name)

const minPlausibleMm = 1
const maxPlausibleMm = 2000

/** Whether the longest side (mm) makes sense; if not, the customer is asked for the unit. */
export const isPlausibleSideMm = (longestMm: number): boolean =>
  longestMm >= minPlausibleMm && longestMm <= maxPlausibleMm

/** 100 m: nobody makes larger parts, so a larger size is an error in the file. */
export const maxPartMm = 100_000
