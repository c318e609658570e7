import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

export interface Page {
  page: number
  pageSize: number
}

interface Counted {
  total: number
}

/** One page of a query, and the number of rows on all pages. */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, pageSize }: Page,
): Promise<{ rows: Omit<Row & Counted, 'total'>[]; total: number }> {
  const allPages = sql<number>`count(*) over ()::int`.as('total')
  const counted: (Row & Counted)[] = await query
    .select(allPages)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .$castTo<Row & Counted>()
    .execute()

  const rows = counted.map(({ total, ...row }) => row)
  const total = counted[0]?.total ?? (page === 1 ? 0 : await countRows(query))
  return { rows, total }
}

/** A page after the last one has no row that knows the number. */
async function countRows<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)::int`.as('total'))
    .$castTo<Counted>()
    .executeTakeFirstOrThrow()
  return total
}

/** A `like` pattern for texts that contain the search; its wildcards are escaped. */
const containsPattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Whether a text is the search or contains it, without case and accents. */
export type Comparison = (value: RawBuilder<unknown>, search: string) => RawBuilder<SqlBool>

/** Whether a text contains the search, without case and accents. Served by a trigram index on `search_text(value)`. */
export const contains: Comparison = (value, search) =>
  sql<SqlBool>`search_text(${value}) like search_text(${containsPattern(search)})`

/** Whether a text is the search, without case and accents. Served by the same index. */
export const equals: Comparison = (value, search) => sql<SqlBool>`search_text(${value}) = search_text(${search})`
