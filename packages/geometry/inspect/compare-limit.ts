/**
 * A wall drawn with 0.8 mm is 0.79999 mm in 32-bit coordinates and still meets a limit of 0.8 mm.
 * No machine resolves a tenth of a micrometre, or a millionth of a large limit.
 */
const roundingAt = (limit: number, accuracyShare: number): number =>
  Math.max(1e-4 + Math.abs(limit) * 1e-6, Math.abs(limit) * accuracyShare)

/** Whether a value is below its limit by more than rounding and the accuracy of its measurement. */
export const isUnder = (value: number, limit: number, accuracyShare = 0): boolean =>
  value < limit - roundingAt(limit, accuracyShare)

/** Whether a value is above its limit by more than rounding and the accuracy of its measurement. */
export const isOver = (value: number, limit: number, accuracyShare = 0): boolean =>
  value > limit + roundingAt(limit, accuracyShare)
