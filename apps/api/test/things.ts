import { sql } from 'kysely'
import { type Db, openDatabase } from '#db/database.ts'
import { copyDatabase } from './test-databases.ts'

/** A database of one connection with a table of two things: `(1, 'one')` and `(2, 'two')`. */
export async function openThings(): Promise<Db> {
  const db = openDatabase(await copyDatabase(), { maxConnections: 1 })
  await sql`create table thing (id int primary key, name text)`.execute(db)
  await sql`insert into thing values (1, 'one'), (2, 'two')`.execute(db)
  return db
}
