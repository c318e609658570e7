/**
 * A wall drawn with 0.8 mm comes out of 32-bit coordinates as 0.79999: it is at the limit, not past it. A tenth of a
 * micrometre, and a millionth of large limits, are nothing to any machine.
 */
const noiseAt = (limit: number): number => 1e-4 + Math.abs(limit) * 1e-6

/** Whether a value is below its limit by more than rounding. */
export const isUnder = (value: number, limit: number): boolean => value < limit - noiseAt(limit)

/** Whether a value is above its limit by more than rounding. */
export const isOver = (value: number, limit: number): boolean => value > limit + noiseAt(limit)
