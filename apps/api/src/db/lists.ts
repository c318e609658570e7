import { type SelectQueryBuilder, type Simplify, sql } from 'kysely'

export interface Page {
  page: number
  pageSize: number
}

/** One page of a query, and the number of rows on all pages. */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, pageSize }: Page,
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const counted = query.clearSelect().clearOrderBy().select(sql<number>`count(*)::int`.as('total'))
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number }
  const rows = await query
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()

  return { rows, total }
}

/** An `ilike` pattern for texts that contain the search; its wildcards are escaped. */
export const containsPattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
