/** ISO 286-1: upper ends (mm) of the nominal size ranges. Each range has one tolerance. */
const stepsMm = [
  3, 6, 10, 18, 30, 50, 80, 120, 180, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150,
] as const

/** Width of each grade in tolerance units, from IT5 on. */
const unitsFromIt5 = [7, 10, 16, 25, 40, 64, 100, 160, 250, 400, 640, 1000] as const
const finestGrade = 5

/** The standard rounds the formula by up to 5 %: IT9 at 400 mm is 140 µm, and 40 i is 141.6 µm. */
const roundingFactor = 0.95

/** Tolerance unit (µm) of a nominal size (mm): i up to 500 mm, I above (ISO 286-1, annex B). */
export function toleranceUnitUm(nominalMm: number): number {
  const found = stepsMm.findIndex((end) => nominalMm <= end)
  const index = found < 0 ? stepsMm.length - 1 : found
  const upTo = stepsMm[index] ?? 3150
  const meanMm = Math.sqrt((stepsMm[index - 1] ?? 1) * upTo)
  return upTo <= 500 ? 0.45 * Math.cbrt(meanMm) + 0.001 * meanMm : 0.004 * meanMm + 2.1
}

/**
 * The coarsest ISO 286 grade that meets a tolerance of this full width (mm, not ±) at a nominal
 * size (mm): 5 to 16, or 4 for anything finer than IT5.
 */
export function itGradeOf(nominalMm: number, widthMm: number): number {
  const units = (widthMm * 1000) / toleranceUnitUm(nominalMm)
  return finestGrade - 1 + unitsFromIt5.filter((width) => units >= width * roundingFactor).length
}
