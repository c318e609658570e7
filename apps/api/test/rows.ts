import type { Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Database } from '#db/schema.generated.ts'

/** All rows of a table with these values. */
export async function rowsOf<T extends keyof Database & string>(
  { deps }: { deps: { db: Db } },
  table: T,
  values: Partial<Selectable<Database[T]>>,
): Promise<Selectable<Database[T]>[]> {
  let query = deps.db.selectFrom(table as 'customer').selectAll()
  for (const [column, value] of Object.entries(values))
    query = query.where(column as 'id', value === null ? 'is' : '=', value as string)
  return (await query.execute()) as unknown as Selectable<Database[T]>[]
}

/** The first row of a table with these values; throws if there is none. */
export async function rowOf<T extends keyof Database & string>(
  ...search: Parameters<typeof rowsOf<T>>
): Promise<Selectable<Database[T]>> {
  const [row] = await rowsOf(...search)
  if (!row) throw new Error(`no row in ${search[1]}`)
  return row
}
