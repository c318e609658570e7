import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

type Point = [number, number, number]

/** In mm, in the coordinates of the file. */
export interface PartBox {
  min: Point
  max: Point
}

/** The box around the part of an order line; undefined if it has no model. */
export async function findPartBox(db: Db | Trx, orderLineId: string): Promise<PartBox | undefined> {
  const row = await db
    .selectFrom('order_line')
    .innerJoin('upload', 'upload.id', 'order_line.upload_id')
    .innerJoin('part_body', (join) =>
      join
        .onRef('part_body.analysis_id', '=', 'upload.analysis_id')
        .on(sql<boolean>`part_body.body_index = (order_line.ordered ->> 'bodyIndex')::int`),
    )
    .select(sql<PartBox | null>`part_body.facts -> 'mass' -> 'box'`.as('box'))
    .where('order_line.id', '=', orderLineId)
    .executeTakeFirst()

  return row?.box ?? undefined
}
