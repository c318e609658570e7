import type { Db, Trx } from '#db/database.ts'
import { findPartBox, type PartBox } from './part-place.repository.ts'

/** The displayed mesh is simplified: its surface may lie a little outside of the measured box. */
const slackShare = 0.01

function isInside(point: readonly number[], { min, max }: PartBox): boolean {
  const slackMm = slackShare * Math.hypot(...min.map((low, axis) => (max[axis] ?? 0) - low))
  return point.every((at, axis) => at >= (min[axis] ?? 0) - slackMm && at <= (max[axis] ?? 0) + slackMm)
}

/**
 * Whether a point (mm, in the coordinates of the file) is on the part of an order line, by its
 * bounding box. A part without a model has no points.
 */
export async function isOnOrderedPart(db: Db | Trx, orderLineId: string, point: readonly number[]): Promise<boolean> {
  const box = await findPartBox(db, orderLineId)
  return box !== undefined && isInside(point, box)
}
