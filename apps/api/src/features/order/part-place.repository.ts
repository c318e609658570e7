import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

type Point = [number, number, number]

interface Box {
  min: Point
  max: Point
}

/** The displayed mesh is simplified: its surface may lie a little outside of the measured box. */
const slackShare = 0.01

function isInside(point: readonly number[], { min, max }: Box): boolean {
  const slackMm = slackShare * Math.hypot(...min.map((low, axis) => (max[axis] ?? 0) - low))
  return point.every((at, axis) => at >= (min[axis] ?? 0) - slackMm && at <= (max[axis] ?? 0) + slackMm)
}

/**
 * Whether a point (mm, in the coordinates of the file) is on the part of an order line, by its
 * bounding box. A part without a model has no points.
 */
export async function isOnOrderedPart(db: Db | Trx, orderLineId: string, point: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom('order_line')
    .innerJoin('upload', 'upload.id', 'order_line.upload_id')
    .innerJoin('part_body', (join) =>
      join
        .onRef('part_body.analysis_id', '=', 'upload.analysis_id')
        .on(sql<boolean>`part_body.body_index = (order_line.ordered ->> 'bodyIndex')::int`),
    )
    .select(sql<Box | null>`part_body.facts -> 'mass' -> 'box'`.as('box'))
    .where('order_line.id', '=', orderLineId)
    .executeTakeFirst()

  return row?.box ? isInside(point, row.box) : false
}
