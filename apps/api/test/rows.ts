import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { Database } from '#db/schema.generated.ts'

/** What builders of rows need of an app. */
export interface RowStore {
  deps: { db: Db }
  clock: { now: Date }
}

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

export async function updateRows<T extends keyof Database & string>(
  { deps }: { deps: { db: Db } },
  table: T,
  values: Partial<Selectable<Database[T]>>,
  change: Updateable<Database[T]>,
): Promise<void> {
  let query = deps.db.updateTable(table as 'customer').set(change as Updateable<Database['customer']>)
  for (const [column, value] of Object.entries(values)) query = query.where(column as 'id', '=', value as string)
  await query.execute()
}

/** Inserts a row and returns its id. */
export async function insertRow<T extends keyof Database & string>(
  db: Db | Trx,
  table: T,
  row: Insertable<Database[T]>,
): Promise<string> {
  const { id } = await db
    .insertInto(table as 'customer')
    .values(row as Insertable<Database['customer']>)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
