import type { Box } from './vector.ts'

/** The box around two others. */
export const joinBoxes = (a: Box, b: Box): Box => ({
  min: [Math.min(a.min[0], b.min[0]), Math.min(a.min[1], b.min[1]), Math.min(a.min[2], b.min[2])],
  max: [Math.max(a.max[0], b.max[0]), Math.max(a.max[1], b.max[1]), Math.max(a.max[2], b.max[2])],
})

/** One box around all; undefined if there is none. */
export const boxAround = (boxes: readonly Box[]): Box | undefined =>
  boxes.reduce<Box | undefined>((whole, box) => (whole ? joinBoxes(whole, box) : box), undefined)
